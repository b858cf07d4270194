import { expect, it } from 'vitest';
import { parseSearch, stringifySearch } from '../../../lib/search-params.ts';
import { activeFilters } from './active-filters.ts';
import { readList, readOrdersSearch } from './orders-search.ts';

const today = '2026-11-20';
const read = (address: string) => readOrdersSearch(parseSearch(address));
const chips = (address: string) => activeFilters(read(address), today).map(({ name, value }) => `${name}: ${value}`);

it('the filters of an address may be in any letter case, several, and under the names of section 3 of the specification', () => {
  expect(chips('?status=rts&status=Inprocess&couriers=tcs,leopard&payment_status=paid')).toEqual([
    'Status: Inprocess, Rts',
    'Courier: TCS, Leopards',
    'Payment: Paid',
  ]);
  expect(chips('?bookingFrom=2026-11-20&bookingTo=2026-11-20&phone=0300')).toEqual(['Booked: Today', 'Phone: 0300']);
});

it('a tracking number stays in the address as it was typed, and is looked for in capital letters', () => {
  expect(read('?track=khi75').track).toBe('khi75');
  expect(readList(read('?track=khi75')).query.track).toBe('KHI75');
});

it.each([
  ['LE 7500 0001', 'LE75000001'],
  ['7794-1230-0001', '779412300001'],
  ['le 75', 'LE75'],
  ['۷۷۹۴', '7794'],
  ['KI-75', 'KI-75'],
])('the tracking number %s that was pasted into the filter is looked for as %s', (typed, number) => {
  expect(readList(read(`?track=${encodeURIComponent(typed)}`)).query.track).toBe(number);
});

it('days in Urdu digits are read as a number', () => {
  expect(readList(read(`?days=${encodeURIComponent('۳')}`)).query.days).toBe(3);
});

it.each([
  ['status=FULFILED', 'Status: FULFILED'],
  ['status=RTS&status=FULFILED', 'Status: RTS, FULFILED'],
  ['payment_status=maybe', 'Payment: maybe'],
  ['bookingfrom=yesterday', 'Booked: yesterday'],
  ['days=many', 'Days: many'],
  ['days=2&op=about', 'Days: about'],
  ['dest=Lahore&dest=Karachi', 'City: Lahore, Karachi'],
])('%s cannot be read: it stays in the address and becomes an error chip', (address, chip) => {
  const search = read(`?${address}&tag=MERGED`);
  const [wrong, ...others] = activeFilters(search, today).toSorted((a) => (a.error ? -1 : 1));
  expect(`${wrong?.name}: ${wrong?.value}`).toBe(chip);
  expect(wrong?.error).toMatch(/./);
  expect(others.map(({ error }) => error)).not.toContain(expect.anything());
  expect(parseSearch(stringifySearch(search))).toMatchObject(parseSearch(`?${address}`));
  expect(readOrdersSearch(search)).toEqual(search);
  // As the router does: merges the result over the URL's values.
  const laidOver = { ...parseSearch(`?${address}`), ...search };
  expect(readList(laidOver)).toEqual(readList(search));
});

it('the word for a comparison of days that cannot be read says which words can, not which numbers', () => {
  const errorOf = (address: string) => activeFilters(read(address), today).map(({ error }) => error);
  const comparison = 'Choose more than, less than or exactly';
  expect(errorOf('?op=FOO')).toEqual([comparison]);
  expect(errorOf('?op=FOO&days=3')).toEqual([comparison]);
  expect(errorOf('?op=FOO&days=many')).toEqual(['Enter whole days from 0 to 3,650']);
});

it('the filters of an address say so when their days were in the wrong order', () => {
  const search = read('?bookingfrom=2026-11-20&bookingto=2026-11-19');
  expect(activeFilters(search, today)).toMatchObject([
    { value: '19 Nov 2026 – 20 Nov 2026', note: 'The dates were in the wrong order, so we swapped them' },
  ]);
  expect(readList(search).query).toMatchObject({ bookingfrom: '2026-11-20', bookingto: '2026-11-19' });
});
