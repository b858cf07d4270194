import {
  createAccount,
  getAccounts,
  getAccountsTable,
  getActiveAccounts,
  getEditAccount,
  getTcsCities,
  updateAccount,
  verifyAccount,
} from '@courierdesk/contract/courier-accounts';
import type { BodyInput } from '@courierdesk/contract/endpoint';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';
import { cacheTime, queryClient } from './query-client.ts';

export const accountsTableQuery = (paging: { page: number; limit: number }) =>
  queryOptions({
    queryKey: ['accounts', 'table', paging],
    queryFn: ({ signal }) => call(getAccountsTable, { query: paging, signal }),
    gcTime: cacheTime.accounts,
    placeholderData: keepPreviousData,
  });

export const accountsQuery = queryOptions({
  queryKey: ['accounts', 'all'],
  queryFn: ({ signal }) => call(getAccounts, { signal }),
  gcTime: cacheTime.accounts,
});

export const activeAccountsQuery = queryOptions({
  queryKey: ['accounts', 'active'],
  queryFn: ({ signal }) => call(getActiveAccounts, { signal }),
  gcTime: cacheTime.accounts,
});

export const accountQuery = (id: string) =>
  queryOptions({
    queryKey: ['accounts', 'one', id],
    queryFn: ({ signal }) => call(getEditAccount, { params: { id }, signal }),
    gcTime: cacheTime.accounts,
  });

export const readAccount = async (id: string) =>
  (await queryClient.fetchQuery({ ...accountQuery(id), staleTime: 0 })).account;

export const tcsCitiesQuery = queryOptions({
  queryKey: ['accounts', 'tcs-cities'],
  queryFn: ({ signal }) => call(getTcsCities, { signal }),
  gcTime: cacheTime.accounts,
  staleTime: cacheTime.accounts,
});

/** Longer than the server waits for a courier. */
const courierTimeoutMs = 60_000;

export async function createCourierAccount(body: BodyInput<typeof createAccount>) {
  const reply = await call(createAccount, { body, timeoutMs: courierTimeoutMs });
  await accountsChanged();
  return reply;
}

export async function updateCourierAccount(body: BodyInput<typeof updateAccount>) {
  const reply = await call(updateAccount, { body, timeoutMs: courierTimeoutMs });
  await queryClient.invalidateQueries({ queryKey: ['accounts'] });
  return reply;
}

/** Changes one thing of an account, and nothing that someone else has changed since it was shown. */
export async function changeCourierAccount(id: string, change: { in_active: boolean } | { off_by_plan: false }) {
  const { name, revision } = await readAccount(id);
  return updateCourierAccount({ id, account_name: name, revision, ...change });
}

/** Stored credentials that the courier accepts make the account a connected one. */
export async function verifyCourierAccount(body: BodyInput<typeof verifyAccount>) {
  const reply = await call(verifyAccount, { body, timeoutMs: courierTimeoutMs });
  if (body.id) void accountsChanged();
  return reply;
}

const accountsChanged = () =>
  Promise.all([['accounts'], ['checklist']].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
