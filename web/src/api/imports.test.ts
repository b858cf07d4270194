import type { ReplyOf } from '@courierdesk/contract/endpoint';
import type { getImportRows } from '@courierdesk/contract/imports';
import { QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { importRowsQuery } from './imports.ts';
import { queryClient } from './query-client.ts';

type Rows = ReplyOf<typeof getImportRows>;

const paging = { page: 1, pages: 1, total: 2, limit: 50 };
const cells = {
  ...{ order_name: '#1001', tracking_number: 'TX880001', company: 'Trax', payment_status: '' },
  ...{ amount: '', cod_amount: '', paid_date: '', reference: '' },
};
const rowWith = (store: Rows['data'][number]['store']): Rows['data'][number] => ({
  ...{ line: 2, cells, state: 'changed', reason: '', order_name: '#1001', store, store_message: '' },
});

/** In how many milliseconds the page reads the rows again, while the store of one of them is like this. */
function readAgainAfter(store: Rows['data'][number]['store']): unknown {
  const query = importRowsQuery('68a1f0c2b3d4e5f601234567', { page: 1, limit: 50 });
  queryClient.setQueryData(query.queryKey, { ...paging, data: [rowWith('done'), rowWith(store)] });
  const cached = new QueryObserver(queryClient, { ...query, enabled: false }).getCurrentQuery();
  return typeof query.refetchInterval === 'function' && query.refetchInterval(cached);
}

it('the rows of an import are read again while the store of one is being updated, and not after that', () => {
  expect(readAgainAfter('under-way')).toBe(3_000);
  expect(readAgainAfter('done')).toBe(false);
  queryClient.clear();
});
