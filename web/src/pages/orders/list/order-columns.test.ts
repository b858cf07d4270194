import { defaultColumns } from '@courierdesk/contract/order-views';
import { expect, test } from 'vitest';
import { readOrdersSearch } from '../search/orders-search.ts';
import { orderColumns } from './order-columns.tsx';

/** Pixels beside the columns: navigation, margins, and the boxes to select rows. */
const other = 220 + 48 + 2 + 40;

const columnsAt = (width: number) =>
  orderColumns(readOrdersSearch({}), defaultColumns, width >= 1280).filter(({ from = 0 }) => width >= from);

test.each([1280, 1366, 1440, 1536, 1920])(
  'in a window of %i px, the names of customers and the words of couriers have space in Orders',
  (width) => {
    const columns = columnsAt(width);
    const taken = columns.reduce((sum, column) => sum + (column.width ?? 0), 0);
    const sharing = columns.filter((column) => column.width === undefined);
    expect(sharing.map(({ key }) => key)).toEqual(['status', 'customer']);
    expect((width - other - taken) / sharing.length).toBeGreaterThanOrEqual(124);
  },
);

test('a window of 1280 px shows for how long a parcel is late in Orders', () => {
  expect(columnsAt(1280).map(({ key }) => key)).toContain('late');
});
