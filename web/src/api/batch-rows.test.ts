import { expect, it } from 'vitest';
import { hasAllBookings, mergeRows } from './batch-rows.ts';
import { aRow, idOf } from './batch-row.testing.ts';

const rows = mergeRows(undefined, [aRow({ id: idOf('b'), position: 1 }), aRow({ id: idOf('a'), position: 0 })]);

it('rows that come in each second are in the order of the selection, each once', () => {
  const next = mergeRows(rows, [aRow({ id: idOf('b'), position: 1, state: 'booked' })]);
  expect([...next.keys()]).toEqual([idOf('a'), idOf('b')]);
  expect(next.get(idOf('b'))?.state).toBe('booked');
});

it('rows that come in each second leave every other row the object it was, and all of them when none came', () => {
  expect(mergeRows(rows, [])).toBe(rows);
  expect(mergeRows(rows, [aRow({ id: idOf('b'), position: 1 })]).get(idOf('a'))).toBe(rows.get(idOf('a')));
});

it('rows that come in each second may come a moment after the sums of the batch, and nothing is printed until they are here', () => {
  const counts = {
    ready: 0,
    look: 0,
    left_out: 0,
    queued: 0,
    booking: 0,
    failed: 0,
    uncertain: 0,
    changed: 0,
    booked: 2,
  };
  const one = mergeRows(rows, [aRow({ id: idOf('a'), position: 0, state: 'booked' })]);
  expect(hasAllBookings(one, { counts })).toBe(false);
  const both = mergeRows(one, [aRow({ id: idOf('b'), position: 1, state: 'booked' })]);
  expect(hasAllBookings(both, { counts })).toBe(true);
});
