import type { OrderView } from '@courierdesk/contract/order-views';
import { OrderViewSearch } from '@courierdesk/contract/order-views';
import { expect, it } from 'vitest';
import { chosenPreset } from '../../../lib/day-ranges.ts';
import { readOrdersSearch } from './orders-search.ts';
import { columnsOf, differsFrom, searchOfView, viewSearchOf } from './view-search.ts';

const today = '2026-11-20';
const view = (search: Record<string, unknown>, columns: OrderView['columns'] = ['number', 'status']): OrderView => ({
  id: '0123456789abcdef01234567',
  page: 'orders',
  name: 'Mine',
  search: OrderViewSearch.parse(search),
  columns,
  is_default: false,
});

it('a saved view keeps a range by its name, and means other days tomorrow', () => {
  const search = readOrdersSearch({ bookingfrom: '2026-11-14', bookingto: '2026-11-20', status: 'RTS' });
  const kept = viewSearchOf(search, today, undefined);
  expect(kept).toMatchObject({ booked: 'Last 7 days', status: ['RTS'] });
  expect(kept.bookingfrom).toBeUndefined();
  expect(searchOfView(view(kept), '2026-11-21')).toMatchObject({
    bookingfrom: '2026-11-15',
    bookingto: '2026-11-21',
    status: ['RTS'],
  });
});

it.each([
  ['Current Month', '2026-12-01'],
  ['Current Month', '2026-12-07'],
  ['This Year', '2027-01-20'],
  ['Today', '2026-12-01'],
] as const)('a new view of %s that is saved on %s is one of the range that was chosen', (chosen, day) => {
  const { bookingfrom, bookingto } = searchOfView(view({ booked: chosen }), day);
  chosenPreset.write(chosen);
  expect(viewSearchOf(readOrdersSearch({ bookingfrom, bookingto }), day, undefined)).toMatchObject({ booked: chosen });
  chosenPreset.write(undefined);
});

it('a saved view keeps other days as they are', () => {
  const search = readOrdersSearch({ deliveredfrom: '2026-11-02', deliveredto: '2026-11-05' });
  expect(viewSearchOf(search, today, undefined)).toMatchObject({
    deliveredfrom: '2026-11-02',
    deliveredto: '2026-11-05',
  });
});

it.each([
  ['Current Month', '2026-11-01'],
  ['Current Month', '2026-11-07'],
  ['This Year', '2026-06-15'],
])('a saved view of %s stays one on %s, when another range has the same days', (booked, day) => {
  const own = view({ booked });
  const search = searchOfView(own, day);
  expect(differsFrom(own, search, day)).toBe(false);
  expect(viewSearchOf({ ...search, sort: 'cod' }, day, own)).toMatchObject({ booked, sort: 'cod' });
});

it('a saved view of fixed days keeps them when they have become those of a moving range', () => {
  const november = { bookingfrom: '2026-11-01', bookingto: '2026-11-30' };
  const own = view(november);
  const search = searchOfView(own, '2026-12-05');
  expect(differsFrom(own, search, '2026-12-05')).toBe(false);
  expect(viewSearchOf({ ...search, sort: 'cod' }, '2026-12-05', own)).toMatchObject(november);
});

it('a saved view differs when its filters, sort or columns do, and not by page or what is open', () => {
  const own = view({ status: 'RTS', booked: 'Today' });
  const search = searchOfView(own, today);
  expect(differsFrom(own, search, today)).toBe(false);
  expect(differsFrom(own, { ...search, page: 4, shipment: 'LE1' }, today)).toBe(false);
  expect(differsFrom(own, { ...search, sort: 'cod' }, today)).toBe(true);
  expect(differsFrom(own, { ...search, dest: 'Lahore' }, today)).toBe(true);
  expect(differsFrom(own, { ...search, columns: 'status,number' }, today)).toBe(true);
  expect(differsFrom(own, { ...search, columns: 'number,status' }, today)).toBe(false);
});

it('a saved view shows its columns unless the URL has others', () => {
  expect(columnsOf(readOrdersSearch({}), view({}))).toEqual(['number', 'status']);
  expect(columnsOf(readOrdersSearch({ columns: 'cod,nonsense,cod' }), view({}))).toEqual(['cod']);
  expect(columnsOf(readOrdersSearch({}), undefined)).toHaveLength(10);
});
