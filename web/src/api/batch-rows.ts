import type { Batch, BatchRow } from '@courierdesk/contract/batch';

/** Merges changed rows into a batch's rows. Returns the same map if nothing changed, so that nothing re-renders. */
export function mergeRows(
  known: ReadonlyMap<string, BatchRow> | undefined,
  changed: readonly BatchRow[],
): ReadonlyMap<string, BatchRow> {
  if (known && changed.length === 0) return known;
  const rows = new Map(known);
  for (const row of changed) rows.set(row.id, row);
  return new Map([...rows].toSorted(([, a], [, b]) => a.position - b.position));
}

/** Whether the rows include every booking that the batch counts: its counts may arrive before its rows. */
export const hasAllBookings = (rows: ReadonlyMap<string, BatchRow>, { counts }: Pick<Batch, 'counts'>): boolean =>
  [...rows.values()].filter((row) => row.state === 'booked').length >= counts.booked;
