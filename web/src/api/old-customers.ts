import { getOldCustomers, previewOldCustomers, saveOldCustomers } from '@courierdesk/contract/old-customers';
import { queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';
import { queryClient } from './query-client.ts';

export const oldCustomersQuery = queryOptions({
  queryKey: ['old-customers'],
  queryFn: ({ signal }) => call(getOldCustomers, { signal }),
});

/** What would be erased now. */
export const readOldCustomers = (years: number) => call(previewOldCustomers, { query: { years } });

export async function eraseCustomersAfter(years: number | null): Promise<string> {
  const { message } = await call(saveOldCustomers, { body: { years, confirmed: true } });
  await queryClient.cancelQueries({ queryKey: oldCustomersQuery.queryKey, exact: true });
  queryClient.setQueryData(oldCustomersQuery.queryKey, { years });
  return message;
}
