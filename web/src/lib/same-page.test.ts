import { expect, it } from 'vitest';
import { isSamePage } from './same-page.ts';
import { parseSearch } from './search-params.ts';

function at(url: string) {
  const [pathname = '', search = ''] = url.split('?');
  return { pathname, search: parseSearch(search) };
}

it.each([
  ['another path', '/dashboard/settings', '/dashboard/orders', false],
  ['a filter or a list', '/dashboard/order/book?id=1', '/dashboard/order/book?id=1&list=sort%3Dtotal', true],
  ['another order', '/dashboard/order/book?id=1', '/dashboard/order/book?id=2', false],
  ['an order left out', '/dashboard/merge-orders?ids[]=1&ids[]=2', '/dashboard/merge-orders?ids[]=1', false],
  ['the same orders', '/dashboard/merge-orders?ids[]=1&ids[]=2', '/dashboard/merge-orders?ids[]=1&ids[]=2', true],
])('a URL with %s: %s, %s', (_, one, other, same) => {
  expect(isSamePage(at(one), at(other))).toBe(same);
});
