import type { Batch, BatchRow } from '@courierdesk/contract/batches';

/** The rows of a batch with those that came in. The same map when none did, so that nothing is drawn again. */
export function withRows(
  known: ReadonlyMap<string, BatchRow> | undefined,
  changed: readonly BatchRow[],
): ReadonlyMap<string, BatchRow> {
  if (known && changed.length === 0) return known;
  const rows = new Map(known);
  for (const row of changed) rows.set(row.id, row);
  return new Map([...rows].toSorted(([, a], [, b]) => a.position - b.position));
}

/** Whether the rows show every booking that the batch counts: its sums may be known a moment before its rows are. */
export const showAllBookings = (rows: ReadonlyMap<string, BatchRow>, { counts }: Pick<Batch, 'counts'>): boolean =>
  [...rows.values()].filter((row) => row.state === 'booked').length >= counts.booked;
