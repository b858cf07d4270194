import type { BatchRow } from '@courierdesk/contract/batch';
import type { AccountChoice } from '@courierdesk/contract/courier-accounts';
import { formatRupees } from '@courierdesk/contract/money';
import { Button, Checkbox } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { memo, useId } from 'react';
import { spelledOtherwise } from '../sheet/cell-value.tsx';
import { ItemsText } from '../../../parts/shipments/items-text.tsx';
import { titleCase } from '../../../lib/title-case.ts';
import { isEditable } from '../rows/batch-sections.ts';
import { ProgressiveRows } from '../rows/progressive-rows.tsx';
import type { RowActions } from '../rows/row-actions.ts';
import { RowForm } from './row-form.tsx';
import { RowMessages } from '../rows/row-messages.tsx';
import { RowFacts } from './row-panel.tsx';
import { BookingRowState } from '../rows/row-state.tsx';
import { issuesOfRow } from '../rows/sheet-columns.ts';
import type { ShownSection } from '../rows/use-sections.ts';
import styles from './row-cards.module.css';

/** The sheet on phones: a card per order; the open one shows its fields. */
export function RowCards(props: {
  label: string;
  sections: readonly ShownSection[];
  accounts: readonly AccountChoice[];
  emailsTrackingLink: boolean;
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
  /** The row with the open card. */
  open: string | undefined;
  onOpen: (row: string | undefined) => void;
  actions: RowActions;
}) {
  const { open } = props;
  const toggle = (id: string): void => {
    const next = new Set(props.selected);
    if (!next.delete(id)) next.add(id);
    props.onSelect(next);
  };
  return (
    <div className={styles.cards}>
      {props.sections.map((section) => (
        <section key={section.key} aria-label={section.title}>
          <button type="button" className={styles.section} aria-expanded={section.open} onClick={section.onToggle}>
            <IconChevronRight size={16} aria-hidden />
            {section.title}
          </button>
          {section.open && (
            <ul className={styles.list} aria-label={`${props.label}: ${section.title}`}>
              <ProgressiveRows
                rows={section.rows}
                renderRow={(row) => (
                  <li key={row.id}>
                    <Card
                      row={row}
                      accounts={props.accounts}
                      emailsTrackingLink={props.emailsTrackingLink}
                      open={open === row.id}
                      onOpen={() => props.onOpen(open === row.id ? undefined : row.id)}
                      selected={props.selected.has(row.id)}
                      onSelect={() => toggle(row.id)}
                      actions={props.actions}
                    />
                  </li>
                )}
              />
            </ul>
          )}
        </section>
      ))}
    </div>
  );
}

const Card = memo(function Card(props: {
  row: BatchRow;
  accounts: readonly AccountChoice[];
  emailsTrackingLink: boolean;
  open: boolean;
  onOpen: () => void;
  selected: boolean;
  onSelect: () => void;
  actions: RowActions;
}) {
  const { row, actions } = props;
  const id = useId();
  const leavable = isEditable(row);
  const cellIssues = leavable ? row.issues.filter((issue) => !issuesOfRow(row).includes(issue)) : [];
  return (
    <div className={styles.card} data-tone={row.state === 'failed' ? 'failed' : row.ready ? undefined : toneOf(row)}>
      <div className={styles.head}>
        {(leavable || row.state === 'left-out') && (
          <Checkbox
            size="sm"
            aria-label={`Select ${row.order_name}`}
            checked={props.selected}
            onChange={props.onSelect}
          />
        )}
        {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- its text is deeper than the rule looks */}
        <button
          type="button"
          className={styles.line}
          aria-expanded={props.open}
          aria-controls={props.open ? id : undefined}
          onClick={props.onOpen}
        >
          <span className={styles.top}>
            <span className={styles.who}>
              {row.order_name} <bdi>{row.fields.consignee_name}</bdi>
            </span>
            <span className="numbers">{amountOf(row)}</span>
          </span>
          <span className={styles.bottom}>
            <span>
              <bdi>{titleCase(row.destination_name) || row.city || 'No city'}</bdi>
              {spelledOtherwise(row) && (
                <>
                  {' '}
                  (wrote <bdi>{row.city}</bdi>)
                </>
              )}
            </span>
            <span>{props.accounts.find((account) => account.id === row.fields.tracking_account)?.name}</span>
          </span>
          {!props.open && (
            <>
              <span className={styles.long} dir="auto">
                {row.fields.consignee_address}
              </span>
              <span className={styles.long}>
                <ItemsText items={row.fields.products_list} />
              </span>
            </>
          )}
        </button>
      </div>
      {row.state !== 'draft' && row.state !== 'left-out' && !props.open && (
        <BookingRowState row={row} actions={actions} />
      )}
      {!props.open && cellIssues.length > 0 && (
        <ul className={styles.reasons}>
          {cellIssues.map((issue) => (
            <li key={issue.field + issue.code}>{issue.msg}</li>
          ))}
        </ul>
      )}
      {!props.open && <RowMessages row={row} actions={actions} />}
      {props.open && (
        <div id={id} className={styles.opened}>
          <RowFacts row={row} actions={actions} />
          <RowMessages row={row} actions={actions} />
          <RowForm
            row={row}
            accounts={props.accounts}
            emailsTrackingLink={props.emailsTrackingLink}
            actions={actions}
          />
          {(leavable || row.state === 'left-out') && (
            <Button variant="default" onClick={() => actions.leaveOut(row.id, leavable)}>
              {leavable ? 'Leave out' : 'Put back'}
            </Button>
          )}
        </div>
      )}
    </div>
  );
});

const toneOf = (row: BatchRow): 'look' | undefined =>
  row.state === 'draft' || row.state === 'changed' || row.state === 'uncertain' ? 'look' : undefined;

const amountOf = ({ fields: { cod_amount: cod } }: BatchRow): string =>
  typeof cod === 'number' ? formatRupees(cod) : cod || 'No COD';
