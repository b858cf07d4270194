import { expect, test } from 'vitest';
import { bookedOf, cancelledOf, deliveredShareOf } from './staff.ts';

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

test('the delivered share of a staff member leaves out parcels that are under way or cancelled', () => {
  const counts = {
    fulfilled_orders: 50,
    inprocess_orders: 50,
    delivered_orders: 2,
    cancelled_orders: 50,
    rts_orders: 1,
    total_orders: 153,
  };
  expect(deliveredShareOf(counts)).toBe(67);
  expect(deliveredShareOf({ ...counts, delivered_orders: 0 })).toBe(0);
  expect(deliveredShareOf({ ...counts, delivered_orders: 0, rts_orders: 0 })).toBeNull();
});
