import { expect, test } from 'vitest';
import { bookedOf, cancelledOf } from './staff.ts';

test('the figures of a staff member: returned parcels count as cancelled, all others as booked', () => {
  const counts = {
    fulfilled_orders: 1,
    inprocess_orders: 2,
    delivered_orders: 4,
    cancelled_orders: 8,
    rts_orders: 16,
    total_orders: 31,
  };
  expect(bookedOf(counts)).toBe(7);
  expect(cancelledOf(counts)).toBe(24);
});
