import { getUsers } from '@courierdesk/contract/users';
import { queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';

/** The people who book. */
export const bookersQuery = queryOptions({
  queryKey: ['users', 'bookers'],
  queryFn: async ({ signal }) =>
    (await call(getUsers, { query: { page: 'orders' }, signal, quiet: true })).childrenAccounts,
  staleTime: 300_000,
});
