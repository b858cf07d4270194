import { countText, formatCount } from '@courierdesk/contract/count-text';
import { ImportKind } from '@courierdesk/contract/import-columns';
import type { getImportRows, Import, RowResult } from '@courierdesk/contract/imports';
import { StoreFulfilmentState } from '@courierdesk/contract/imports';
import type { ReplyOf } from '@courierdesk/contract/endpoint';
import { cellsOf } from './outcome.ts';
import type { ImportTable, ShownRow } from './queries.ts';

export const presentImport = (row: ImportTable): Import => ({
  id: row.id,
  kind: ImportKind.parse(row.kind),
  file_name: row.file_name,
  company: row.company,
  state: row.state === 'done' ? 'done' : row.state === 'stopped' ? 'stopped' : 'under-way',
  total: row.total,
  done: row.done,
  read: row.state === 'under-way' && row.file_id !== null ? row.read : null,
  changed: row.changed,
  unchanged: row.unchanged,
  failed: row.failed,
  unpaid: row.unpaid,
  differing: row.differing,
  contradicting_skipped: row.contradicting_skipped,
  msg: messageOf(row),
  asked_by: row.asked_by,
  created_at: row.created_at.toISOString(),
  done_at: row.done_at?.toISOString() ?? null,
});

const rows = (n: number): string => countText(n, 'row');

/** `4,812 payments marked paid. 3 rows changed nothing. 1 row failed.` */
function messageOf(row: ImportTable): string {
  if (row.state === 'under-way' && row.read > 0)
    return `${formatCount(row.read)} of ${rows(row.total)} have been read.`;
  if (row.state === 'under-way')
    return row.done === 0
      ? `The import of ${rows(row.total)} has started.`
      : `${formatCount(row.done)} of ${rows(row.total)} are done.`;
  const parts = [...changesOf(row)];
  if (row.contradicting_skipped > 0) parts.push(skippedRows(row));
  const unchanged = row.unchanged - row.contradicting_skipped;
  if (unchanged > 0) parts.push(`${rows(unchanged)} changed nothing`);
  if (row.failed > 0) parts.push(`${rows(row.failed)} failed`);
  if (row.state === 'stopped') parts.push(`It stopped before the last ${rows(row.total - row.done)}`);
  if (row.stop_reason) parts.push(row.stop_reason);
  return `${parts.join('. ')}.`;
}

function skippedRows({ kind, contradicting_skipped: skipped }: ImportTable): string {
  const why =
    kind === 'fulfilment'
      ? 'with a number that the courier did not confirm'
      : skipped === 1
        ? 'that contradicts its parcel'
        : 'that contradict their parcels';
  return `${rows(skipped)} skipped ${why}`;
}

function changesOf(row: ImportTable): string[] {
  if (row.kind === 'fulfilment') {
    if (row.changed === 0) return ['No order was fulfilled'];
    return [`${countText(row.changed, 'order')} fulfilled`];
  }
  const paid = row.changed - row.unpaid;
  const parts: string[] = [];
  if (paid > 0) parts.push(`${countText(paid, 'payment')} marked paid`);
  if (row.unpaid > 0) parts.push(`${countText(row.unpaid, 'payment')} marked unpaid`);
  return parts.length > 0 ? parts : ['No payment was changed'];
}

type Row = ReplyOf<typeof getImportRows>['data'][number];

export function presentRow(row: ShownRow): Row {
  const state: RowResult['state'] =
    row.state === 'changed' || row.state === 'unchanged' || row.state === 'failed' ? row.state : 'waiting';
  return {
    line: row.line,
    cells: cellsOf(row),
    state,
    reason: row.reason,
    order_name: row.shipment_order_name ?? '',
    shipment_id: row.shipment_id,
    store: row.store_state === null ? null : storeKnows(row.store_state),
    store_message: row.store_message ?? '',
  };
}

const storeKnows = (state: string) => (state === 'due' ? 'under-way' : StoreFulfilmentState.parse(state));
