import type { BatchRow } from '@courierdesk/contract/batch';
import type { AccountChoice } from '@courierdesk/contract/courier-accounts';
import { useMemo, useState } from 'react';
import type { BatchWithRows } from '../../api/batches.ts';
import { hasAllBookings } from '../../api/batch-rows.ts';
import { commitTyping, useKeys } from '../../lib/keys.ts';
import { usePhone } from '../../lib/use-phone.ts';
import { stepsIn } from '../../ui/dialogs/side-panel.tsx';
import { FailureNotice, Notice, StaleNotice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { showToast } from '../../ui/toasts/toast.ts';
import { When } from '../../ui/dates/when.tsx';
import { BatchMenu } from './batch-menu.tsx';
import { BatchSummary } from './run/batch-summary.tsx';
import { PapersButton } from './papers/papers-button.tsx';
import { PapersOutcome } from './papers/papers-outcome.tsx';
import { PrimaryButton, RunButtons } from './run/run-buttons.tsx';
import { RowCards } from './row-panel/row-cards.tsx';
import { RowPanel } from './row-panel/row-panel.tsx';
import { BulkEditBar } from './rows/bulk-edit-bar.tsx';
import { cellId } from './rows/sheet-columns.ts';
import type { WhySkipped } from './sheet/pasted-changes.ts';
import { Sheet } from './sheet/sheet.tsx';
import { useBatchRun } from './run/use-batch-run.ts';
import { usePapers } from './papers/use-papers.ts';
import { useRowActions } from './rows/use-row-actions.ts';
import { useRowEdits } from './edits/use-row-edits.ts';
import { useSections } from './rows/use-sections.ts';
import { countText } from '@courierdesk/contract/count-text';

/** A loaded batch: its sheet, bookings and labels. */
export function OpenBatch(props: { known: BatchWithRows; accounts: readonly AccountChoice[]; failure: unknown }) {
  const { known, accounts } = props;
  const { batch } = known;
  const phone = usePhone();
  const edits = useRowEdits(known);
  const run = useBatchRun(batch, edits.flush);
  const papers = usePapers();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [opened, setOpened] = useState<string>();
  const actions = useRowActions({ rows: edits.rows, change: edits.change, run, open: setOpened });
  const [workedOn, setWorkedOn] = useState<string>();
  const sections = useSections(edits.rows, workedOn);
  const parcels = useMemo(() => parcelsOf(edits.rows), [edits.rows]);
  const { undo } = edits;
  const openedRow = opened === undefined ? undefined : edits.rows.get(opened);
  const chosen = useMemo(() => new Set([...selected].filter((id) => edits.rows.has(id))), [selected, edits.rows]);
  const started = batch.started_at !== null;
  // Until all bookings have arrived, labels and load sheets would miss parcels.
  const papersNow = parcels.length > 0 && batch.state === 'done' && hasAllBookings(edits.rows, batch);
  const papersFirst = papersNow && batch.counts.ready === 0;
  const print = (): void => {
    if (!papers.working) void papers.printAll(parcels);
  };

  useKeys({
    'mod+Enter': () => {
      commitTyping();
      if (batch.counts.ready > 0) void run.book();
      else if (papersFirst) print();
    },
    p: () => papersNow && print(),
  });
  const unselect = (): void => setSelected(new Set());
  useKeys({ Escape: unselect }, openedRow === undefined);
  const label = `Orders of batch ${batch.number}`;
  const papersButton = papersNow && <PapersButton papers={papers} shipmentIds={parcels} primary={papersFirst} />;

  return (
    <Page
      title={`Batch ${batch.number}`}
      help="order-booking-guide#book-many-orders"
      width="wide"
      back={{ to: '/dashboard/batches', label: 'batches' }}
      aside={
        <>
          by {batch.created_by}, <When at={batch.created_at} form="full" />
        </>
      }
      tools={!papersFirst && papersButton}
      menu={<BatchMenu batch={batch} storeOrderIds={[...edits.rows.values()].map((row) => row.store_order_id)} />}
      action={papersFirst ? papersButton : batch.counts.ready > 0 && <PrimaryButton batch={batch} run={run} />}
    >
      <Notices known={known} failure={props.failure} refused={run.failure} />
      <BatchSummary batch={batch} edits={edits} actions={<RunButtons batch={batch} rows={edits.rows} run={run} />} />
      <PapersOutcome papers={papers} onPrintAgain={() => void papers.printAll(parcels, true)} />
      <BulkEditBar rows={edits.rows} selected={chosen} accounts={accounts} onChange={edits.change} onClear={unselect} />
      {phone ? (
        <RowCards
          label={label}
          sections={sections}
          accounts={accounts}
          emailsTrackingLink={batch.emails_tracking_link}
          selected={chosen}
          onSelect={setSelected}
          open={workedOn}
          onOpen={setWorkedOn}
          actions={actions}
        />
      ) : (
        <Sheet
          label={label}
          sections={sections}
          accounts={accounts}
          states={started}
          selected={chosen}
          onSelect={setSelected}
          onWorkOn={setWorkedOn}
          onChange={edits.change}
          onUndo={() => reportUndone(undo())}
          onSkipped={reportSkipped}
          actions={actions}
        />
      )}
      {openedRow && !phone && (
        <RowPanel
          key={openedRow.id}
          row={openedRow}
          accounts={accounts}
          emailsTrackingLink={batch.emails_tracking_link}
          actions={actions}
          steps={stepsIn(
            sections.flatMap(({ open, rows }) => (open ? rows : [])),
            ({ id }) => id === opened,
            ({ id }) => {
              // The panel gives the focus back to what had it before.
              document.getElementById(cellId(id, 'order'))?.focus();
              setOpened(id);
            },
          )}
          onClose={() => setOpened(undefined)}
        />
      )}
    </Page>
  );
}

function Notices({ known: { batch }, failure, refused }: { known: BatchWithRows; failure: unknown; refused: unknown }) {
  return (
    <>
      <StaleNotice error={failure} />
      <FailureNotice failure={refused} />
      {batch.store === 'mirror' && batch.state === 'draft' && (
        <Notice tone="warning">
          We can’t reach the store. These are the orders as we last read them. We check each one again before we book
          it.
        </Notice>
      )}
    </>
  );
}

function reportUndone(left: number | undefined): void {
  if (left === undefined || left === 0) showToast(left === 0 ? 'Undone' : 'Nothing to undo', { id: 'undo' });
  else
    showToast(`Not undone for ${countText(left, 'order that has', 'orders that have')} changed since.`, {
      id: 'undo',
      error: true,
    });
}

const whySkipped: Record<WhySkipped, string> = {
  'no-cell': 'the sheet has no cell for it',
  order: 'the order can’t be changed',
  account: 'no account has this name',
};

function reportSkipped(skipped: readonly WhySkipped[]): void {
  const count = countText(skipped.length, 'value was', 'values were');
  const why = [...new Set(skipped)].map((reason) => whySkipped[reason]).join(', or ');
  showToast(`${count} not taken: ${why}.`, { error: true });
}

/** Shipments with a label, in the order of the list. */
const parcelsOf = (rows: ReadonlyMap<string, BatchRow>): string[] =>
  [...rows.values()].flatMap(({ shipment }) =>
    shipment?.tracking_number && shipment.booking_state === 'booked' && shipment.status !== 'CANCELLED'
      ? [shipment.id]
      : [],
  );
