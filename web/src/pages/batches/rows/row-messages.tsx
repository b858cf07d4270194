import type { BatchRow } from '@courierdesk/contract/batch';
import { cutText } from '@courierdesk/contract/cut-text';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isEditable } from './batch-sections.ts';
import type { RowActions } from './row-actions.ts';
import { issuesOfRow } from './sheet-columns.ts';
import styles from './row-messages.module.css';

type RowIssue = BatchRow['issues'][number];

/** What a person can do about a message. `key` tells answers with the same label apart. */
type Answer = { readonly label: string; readonly key?: string; readonly onClick: () => void };

/** Messages about a row, with their answers. `inSheet`: rendered as a cell of the sheet. */
export function RowMessages({
  row,
  actions,
  inSheet = false,
}: {
  row: BatchRow;
  actions: RowActions;
  inSheet?: boolean;
}) {
  const issues = isEditable(row) ? issuesOfRow(row) : [];
  const said = stateNote(row, actions);
  if (issues.length === 0 && !said) return null;
  return (
    <div role={inSheet ? 'gridcell' : undefined} className={styles.notes} data-sheet={inSheet || undefined}>
      {said}
      {issues.map((issue) => (
        <Note
          key={issue.code + issue.field}
          tone={issue.level === 'info' ? 'info' : 'look'}
          row={row}
          answers={answersTo(issue, row, actions, inSheet)}
        >
          {issue.msg}
        </Note>
      ))}
    </div>
  );
}

function stateNote(row: BatchRow, actions: RowActions): ReactNode {
  switch (row.state) {
    case 'failed':
      return (
        <Note
          tone="failed"
          row={row}
          answers={[{ label: 'Retry', onClick: () => actions.retry(row.id) }, leaveOut(row, actions)]}
        >
          {row.message}
        </Note>
      );
    case 'uncertain':
      return (
        <Note tone="failed" row={row} link={row.shipment && <StatusLink shipmentId={row.shipment.id} />}>
          {row.message}
        </Note>
      );
    case 'changed':
      return (
        <Note tone="look" row={row} answers={[...keepOneOf('Book as entered', row, actions), leaveOut(row, actions)]}>
          Changed in the store. Nothing is booked yet.
          <ul className={styles.changes}>
            {row.changes.map((change) => (
              <li key={change.field}>
                {change.field}: was <del dir="auto">{change.was || 'nothing'}</del>, now{' '}
                <ins dir="auto">{change.now || 'nothing'}</ins>
              </li>
            ))}
          </ul>
        </Note>
      );
    default:
      return row.message ? (
        <Note tone="info" row={row}>
          {row.message}
        </Note>
      ) : null;
  }
}

function answersTo(issue: RowIssue, row: BatchRow, actions: RowActions, inSheet: boolean): Answer[] {
  const accept = (label: string): Answer => ({ label, onClick: () => actions.accept(row.id, issue) });
  const use = (field: string): Answer[] =>
    issue.choices.map(({ value, label }) => ({
      label: `Use ${cutText(label, 40)}`,
      key: value,
      onClick: () => actions.change(row, { [field]: value }),
    }));
  switch (issue.code) {
    case 'same-customer':
      return [{ label: 'Merge', onClick: () => actions.merge([row.id, ...issue.row_ids]) }];
    case 'came-back':
      return [accept('Send it again'), leaveOut(row, actions)];
    case 'not-voided':
      return [accept('I did that'), leaveOut(row, actions)];
    case 'entered-before-change':
      return keepOneOf('Keep as entered', row, actions);
    case 'account-changed':
      return [...use('tracking_account'), accept('Book with this account')];
    case 'corrected-before':
      return [...use(issue.field), accept('Keep the row’s')];
    case 'name-unusual':
    case 'address-unusual':
      return [...use(issue.field), accept('Looks right')];
    case 'already-booked':
    case 'cancelled':
    case 'fulfilled':
    case 'not-in-store':
      return [leaveOut(row, actions)];
    default:
      if (issue.level === 'warning')
        return issue.code === 'earlier-returns'
          ? [accept('Book anyway'), leaveOut(row, actions)]
          : [accept('Looks right')];
      // The sheet has no room for this field; the cards on phones have all fields.
      return inSheet && issue.level === 'error' ? [{ label: 'Fix it', onClick: () => actions.open(row.id) }] : [];
  }
}

const leaveOut = (row: BatchRow, actions: RowActions): Answer => ({
  label: 'Leave out',
  onClick: () => actions.leaveOut(row.id, true),
});

const keepOneOf = (entered: string, row: BatchRow, actions: RowActions): Answer[] => [
  { label: 'Use the store’s values', onClick: () => actions.confirm(row.id, 'store') },
  { label: entered, onClick: () => actions.confirm(row.id, 'row') },
];

const StatusLink = ({ shipmentId }: { shipmentId: string }) => (
  <Button
    variant="default"
    size="compact-xs"
    renderRoot={(props) => <Link to="/dashboard/post-booking" search={{ id: shipmentId }} {...props} />}
  >
    View status
  </Button>
);

function Note(props: {
  tone: 'failed' | 'look' | 'info';
  row: BatchRow;
  answers?: readonly Answer[];
  link?: ReactNode;
  children: ReactNode;
}) {
  const { row, answers = [], link } = props;
  const Icon = props.tone === 'info' ? IconInfoCircle : IconAlertTriangle;
  return (
    <div className={styles.note} data-tone={props.tone}>
      <Icon size={14} stroke={2} aria-hidden className={styles.icon} />
      <div className={styles.body}>
        <div className={styles.text} dir="auto">
          {props.children}
        </div>
        {(answers.length > 0 || link) && (
          <div className={styles.actions}>
            {link}
            {answers.map(({ label, key = label, onClick }) => (
              <Button
                key={key}
                variant="default"
                size="compact-xs"
                aria-label={`${label}: ${row.order_name}`}
                onClick={onClick}
              >
                {label}
              </Button>
            ))}
          </div>
        )}
      </div>
    </div>
  );
}
