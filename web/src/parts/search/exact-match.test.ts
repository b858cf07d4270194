import type { FoundOrder, FoundParcel } from '@courierdesk/contract/search';
import { expect, test } from 'vitest';
import { exactMatch } from './exact-match.ts';

const parcel = (tracking_number: string, order_name = '#1', exact = false): FoundParcel => ({
  id: '0'.repeat(24),
  tracking_number,
  order_name,
  consignee_name: 'Ayesha Khan',
  destination_city: 'Lahore',
  company: 'LEOPARD',
  booked_packet_status: 'FULFILLED',
  booking_date: '2026-11-23T10:00:00.000Z',
  exact,
});
const order = (order_name: string, exact = true): FoundOrder => ({
  id: '1'.repeat(24),
  order_name,
  customer_name: 'Ayesha Khan',
  city: 'Lahore',
  createdAt: '2026-11-23T09:00:00.000Z',
  state: 'booked',
  exact,
});

test('the parcel with the scanned number opens, whatever else begins with it', () => {
  const found = { parcels: [parcel('KI10', '#1', true), parcel('KI1', '#2', true)], orders: [order('#KI1')] };
  expect(exactMatch(found, 'ki 1')).toBe(found.parcels[1]);
});

test('a store order and its own parcel are one match: the parcel opens', () => {
  const found = { parcels: [parcel('KI1', '#1043, #1044', true)], orders: [order('#1043')] };
  expect(exactMatch(found, '1043')).toBe(found.parcels[0]);
});

test('a store order that is not booked yet opens', () => {
  const found = { parcels: [parcel('10431')], orders: [order('#1043'), order('#10439', false)] };
  expect(exactMatch(found, '1043')).toBe(found.orders[0]);
});

test.each([
  ['two parcels of one phone', [parcel('KI1', '#1', true), parcel('KI2', '#2', true)], []],
  ['two orders with the same digits', [], [order('#1043'), order('CD1043')]],
  ['a parcel and an order that is not its own', [parcel('KI1', '#1', true)], [order('CD1')]],
  ['numbers that only begin so', [parcel('10431')], [order('#10432', false)]],
])('nothing opens for %s: the person chooses', (_, parcels, orders) => {
  expect(exactMatch({ parcels, orders }, '1043')).toBeUndefined();
});
