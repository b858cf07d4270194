import type { OrderView } from '@courierdesk/contract/order-views';
import { OrderViewSearch } from '@courierdesk/contract/order-views';
import { expect, it } from 'vitest';
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
  const kept = viewSearchOf(search, today);
  expect(kept).toMatchObject({ booked: 'Last 7 days', status: ['RTS'] });
  expect(kept.bookingfrom).toBeUndefined();
  expect(searchOfView(view(kept), '2026-11-21')).toMatchObject({
    bookingfrom: '2026-11-15',
    bookingto: '2026-11-21',
    status: ['RTS'],
  });
});

it('a saved view keeps other days as they are', () => {
  const search = readOrdersSearch({ deliveredfrom: '2026-11-02', deliveredto: '2026-11-05' });
  expect(viewSearchOf(search, today)).toMatchObject({ deliveredfrom: '2026-11-02', deliveredto: '2026-11-05' });
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
