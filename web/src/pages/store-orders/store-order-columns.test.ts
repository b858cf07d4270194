import { expect, test } from 'vitest';
import { StoreOrdersSearch } from '../../lib/store-orders-search.ts';
import { roomyFrom, storeOrderColumns } from './store-order-columns.tsx';

/** Pixels beside the columns: navigation, margins, and the boxes to select rows. */
const other = 220 + 48 + 2 + 40;
const minCustomer = 150;

const tabs = ['ready', 'look', 'booked-today', 'all'] as const;
const windows = [1024, 1280, 1360, 1366, 1440, 1536, 1680, 1800, 1920];

test.each(tabs.flatMap((tab) => windows.map((width) => ({ tab, width }))))(
  'the name of a customer has space: %o',
  ({ tab, width }) => {
    const columns = storeOrderColumns(StoreOrdersSearch.parse({ tab }), width >= roomyFrom(tab)).filter(
      ({ from = 0 }) => width >= from,
    );
    const taken = columns.reduce((sum, column) => sum + (column.width ?? 0), 0);
    const sharing = columns.filter((column) => column.width === undefined);
    expect(sharing.map(({ key }) => key)).toContain('customer');
    expect((width - other - taken) / sharing.length).toBeGreaterThanOrEqual(minCustomer);
  },
);

test.each([1280, 1366, 1440])('in a window of %i px, orders that need a look show their courier', (width) => {
  const columns = storeOrderColumns(StoreOrdersSearch.parse({ tab: 'look' }), false);
  expect(columns.filter(({ from = 0 }) => width >= from).map(({ key }) => key)).toContain('account');
});

test('the orders that were booked today have no column for the courier of a booking to come', () => {
  const keys = (tab: (typeof tabs)[number]) =>
    storeOrderColumns(StoreOrdersSearch.parse({ tab }), true).map(({ key }) => key);
  expect(keys('booked-today')).not.toContain('account');
  expect(keys('all')).toContain('account');
});
