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

/** Messages about a row, with their actions. `inSheet`: rendered as a cell of the sheet. */
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
          actions={<Answers row={row} issue={issue} actions={actions} inSheet={inSheet} />}
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
          actions={
            <>
              <Do label="Retry" of={row} onClick={() => actions.retry(row.id)} />
              <Do label="Leave out" of={row} onClick={() => actions.leaveOut(row.id, true)} />
            </>
          }
        >
          {row.message}
        </Note>
      );
    case 'uncertain':
      return (
        <Note
          tone="failed"
          actions={
            row.shipment && (
              <Button
                variant="default"
                size="compact-xs"
                renderRoot={(props) => (
                  <Link to="/dashboard/post-booking" search={{ id: row.shipment?.id }} {...props} />
                )}
              >
                View status
              </Button>
            )
          }
        >
          {row.message}
        </Note>
      );
    case 'changed':
      return (
        <Note
          tone="look"
          actions={
            <>
              <Do label="Use the store’s values" of={row} onClick={() => actions.confirm(row.id, 'store')} />
              <Do label="Book as entered" of={row} onClick={() => actions.confirm(row.id, 'row')} />
              <Do label="Leave out" of={row} onClick={() => actions.leaveOut(row.id, true)} />
            </>
          }
        >
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
      return row.message ? <Note tone="info">{row.message}</Note> : null;
  }
}

function Answers(props: { row: BatchRow; issue: RowIssue; actions: RowActions; inSheet: boolean }) {
  const { row, issue, actions } = props;
  const leaveOut = <Do label="Leave out" of={row} onClick={() => actions.leaveOut(row.id, true)} />;
  switch (issue.code) {
    case 'same-customer':
      return <Do label="Merge" of={row} onClick={() => actions.merge([row.id, ...issue.row_ids])} />;
    case 'came-back':
      return (
        <>
          <Do label="Send it again" of={row} onClick={() => actions.accept(row.id, issue)} />
          {leaveOut}
        </>
      );
    case 'not-voided':
      return (
        <>
          <Do label="I did that" of={row} onClick={() => actions.accept(row.id, issue)} />
          {leaveOut}
        </>
      );
    case 'entered-before-change':
      return (
        <>
          <Do label="Use the store’s values" of={row} onClick={() => actions.confirm(row.id, 'store')} />
          <Do label="Keep as entered" of={row} onClick={() => actions.confirm(row.id, 'row')} />
        </>
      );
    case 'account-changed':
      return (
        <>
          {issue.choices.map(({ value, label }) => (
            <Do
              key={value}
              label={`Use ${label}`}
              of={row}
              onClick={() => actions.change(row, { tracking_account: value })}
            />
          ))}
          <Do label="Book with this account" of={row} onClick={() => actions.accept(row.id, issue)} />
        </>
      );
    case 'corrected-before':
    case 'name-unusual':
    case 'address-unusual':
      return (
        <>
          {issue.choices.map(({ value, label }) => (
            <Do
              key={value}
              label={`Use ${cutText(label, 40)}`}
              of={row}
              onClick={() => actions.change(row, { [issue.field]: value })}
            />
          ))}
          <Do
            label={issue.code === 'corrected-before' ? 'Keep the row’s' : 'Looks right'}
            of={row}
            onClick={() => actions.accept(row.id, issue)}
          />
        </>
      );
    case 'already-booked':
    case 'cancelled':
    case 'fulfilled':
    case 'not-in-store':
      return leaveOut;
    default:
      if (issue.level === 'warning')
        return (
          <>
            <Do
              label={issue.code === 'earlier-returns' ? 'Book anyway' : 'Looks right'}
              of={row}
              onClick={() => actions.accept(row.id, issue)}
            />
            {issue.code === 'earlier-returns' && leaveOut}
          </>
        );
      // The sheet has no room for this field; the cards on phones have all fields.
      return props.inSheet && issue.level === 'error' ? (
        <Do label="Fix it" of={row} onClick={() => actions.open(row.id)} />
      ) : null;
  }
}

const Do = (props: { label: string; of: BatchRow; onClick: () => void }) => (
  <Button
    variant="default"
    size="compact-xs"
    aria-label={`${props.label}: ${props.of.order_name}`}
    onClick={props.onClick}
  >
    {props.label}
  </Button>
);

function Note(props: { tone: 'failed' | 'look' | 'info'; actions?: ReactNode; children: ReactNode }) {
  const Icon = props.tone === 'info' ? IconInfoCircle : IconAlertTriangle;
  return (
    <div className={styles.note} data-tone={props.tone}>
      <Icon size={14} stroke={2} aria-hidden className={styles.icon} />
      <div className={styles.body}>
        <div className={styles.text} dir="auto">
          {props.children}
        </div>
        {props.actions && <div className={styles.actions}>{props.actions}</div>}
      </div>
    </div>
  );
}
