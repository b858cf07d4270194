import { expect, test } from 'vitest';
import type { ShipmentStatus } from '../values/statuses.ts';
import { progressOf } from './progress.ts';

test.each<[ShipmentStatus, boolean, string[], string]>([
  ['FULFILLED', false, ['current', 'inactive', 'inactive', 'inactive'], 'completed'],
  ['INPROCESS', false, ['done', 'current', 'inactive', 'inactive'], 'completed'],
  ['DELIVERED', true, ['done', 'done', 'current', 'done'], 'completed'],
  ['CANCELLED', true, ['done', 'inactive', 'inactive', 'current'], 'cancelled'],
  ['RTS', false, ['done', 'current', 'inactive', 'inactive'], 'returned'],
  ['RTS', true, ['done', 'done', 'inactive', 'current'], 'returned'],
])('the progress of a parcel that is %s (final: %s) has four steps', (status, final, states, last) => {
  const steps = progressOf({ status, final });
  expect(steps.map(({ state }) => state)).toEqual(states);
  expect(steps.at(-1)?.name).toBe(last);
});
