import type { Difference } from '@courierdesk/contract/differences';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { isBookedAgain } from './booked-again.ts';
import { StoreSide } from './store-side.tsx';

const changed: Difference = {
  id: '1',
  kind: 'changed-in-store',
  order_name: '#1042',
  customer_name: 'Ayesha Khan',
  tracking_number: 'LE7500123456',
  company: 'LEOPARD',
  shipment_id: '2',
  store_url: '',
  store_says: 'City changed',
  courier_says: '',
  we_say: 'Fulfilled, COD Rs 2,490, unpaid',
  repair: 'cancel-booking',
  state: 'open',
  note: '',
  has_case: true,
  changes: [{ field: 'City', was: 'Karachi', now: 'Hyderabad' }],
  store_order_ids: ['3'],
  first_seen_at: '2026-11-20T09:00:00Z',
  last_seen_at: '2026-11-20T09:00:00Z',
};

const wordsOf = (difference: Difference): string =>
  renderToStaticMarkup(createElement(StoreSide, { difference }))
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

test('a difference shows each changed value as it was and as it is now', () => {
  expect(wordsOf(changed)).toBe('City Was Karachi Now Hyderabad');
  expect(wordsOf({ ...changed, changes: [] })).toBe('City changed');
});

test('the order of a changed booking can be booked again, that of a cancelled order cannot', () => {
  expect(isBookedAgain(changed)).toBe(true);
  expect(isBookedAgain({ ...changed, kind: 'paid-in-store' })).toBe(true);
  expect(isBookedAgain({ ...changed, kind: 'cancelled-in-store' })).toBe(false);
  expect(isBookedAgain({ ...changed, kind: 'unfulfilled-in-store', repair: 'fulfil-in-store' })).toBe(false);
});
