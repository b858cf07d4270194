import type { Batch } from '@courierdesk/contract/batch';
import { formatRupees } from '@courierdesk/contract/money';
import { Loader, Progress } from '@mantine/core';
import { IconCircleCheckFilled, IconCloudOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { RowEdits } from '../edits/use-row-edits.ts';
import { useThrottledText } from './use-throttled-text.ts';
import styles from './batch-summary.module.css';
import { countText, formatCount } from '@courierdesk/contract/count-text';

/** The progress of the batch in one line. */
export function BatchSummary({ batch, edits, actions }: { batch: Batch; edits: RowEdits; actions: ReactNode }) {
  const { asked, settled } = progressOf(batch);
  const words = batch.started_at ? startedWords(batch) : draftWords(batch);
  const announced = useThrottledText(words, batch.state === 'running' ? 10_000 : 800);
  return (
    <section className={styles.summary} aria-label="Progress of this batch">
      <div className={styles.line}>
        <p className={styles.words}>
          {batch.state === 'running' && <Loader size={14} aria-hidden />}
          {isAllBooked(batch) && <IconCircleCheckFilled size={18} aria-hidden className={styles.done} />}
          {words}
        </p>
        <span className="visually-hidden" role="status">
          {announced}
        </span>
        {/* Not above the sheet: when it went, a click would hit another row. */}
        {batch.store === 'reading' && batch.state === 'draft' && (
          <span className={styles.saved}>Refreshing from the store. Rows may change for a few seconds.</span>
        )}
        <SavedMark edits={edits} />
        <div className={styles.actions}>{actions}</div>
      </div>
      {batch.state === 'running' && (
        <Progress
          value={asked > 0 ? (settled / asked) * 100 : 0}
          aria-label="Orders settled"
          transitionDuration={150}
        />
      )}
    </section>
  );
}

/** Shows whether all edits are saved. */
function SavedMark({ edits: { state, unsaved, touched } }: { edits: RowEdits }) {
  if (state === 'saved') return !touched ? null : <span className={styles.saved}>All changes saved</span>;
  if (state === 'saving') return <span className={styles.saved}>Saving…</span>;
  return (
    <span className={styles.unsaved} role="alert">
      <IconCloudOff size={16} aria-hidden />
      {countText(unsaved, 'order is', 'orders are')} not saved yet. We kept your edits and will retry automatically.
    </span>
  );
}

/** Whether every order that was not left out is booked. */
function isAllBooked({ state, counts }: Batch): boolean {
  const { failed, uncertain, changed, look, ready } = counts;
  return state === 'done' && counts.booked > 0 && failed + uncertain + changed + look + ready === 0;
}

/** Requested orders, and those that are finished or need a person. */
function progressOf({ counts }: Batch): { asked: number; settled: number } {
  const settled = counts.booked + counts.failed + counts.uncertain + counts.changed;
  return { asked: settled + counts.queued + counts.booking, settled };
}

function draftWords({ counts, cod_ready: cod }: Batch): string {
  const parts = draftParts(counts);
  if (counts.left_out > 0) parts.push(`${formatCount(counts.left_out)} left out`);
  if (counts.ready > 0) parts.push(`${formatRupees(cod)} COD`);
  return parts.join(', ') || 'Nothing to book';
}

function draftParts({ ready, look }: Batch['counts']): string[] {
  const parts: string[] = [];
  if (ready > 0) parts.push(`${formatCount(ready)} ready`);
  if (look > 0) parts.push(`${countText(look, 'needs', 'need')} a look`);
  return parts;
}

function startedWords(batch: Batch): string {
  const { counts } = batch;
  const { asked, settled } = progressOf(batch);
  const parts = [
    asked > counts.booked
      ? `${formatCount(counts.booked)} of ${formatCount(asked)} booked`
      : `${formatCount(counts.booked)} booked`,
  ];
  if (counts.failed > 0) parts.push(`${formatCount(counts.failed)} not booked`);
  if (counts.uncertain > 0) parts.push(`${formatCount(counts.uncertain)} not certain`);
  if (counts.changed > 0) parts.push(`${formatCount(counts.changed)} changed in the store`);
  if (asked > settled) parts.push(`${formatCount(asked - settled)} to go`);
  parts.push(...draftParts(counts));
  if (counts.booked > 0) parts.push(`${formatRupees(batch.cod_booked)} COD`);
  return parts.join(', ');
}
