import { searchShop } from '@courierdesk/contract/search';
import { queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';

export const searchQuery = (text: string) =>
  queryOptions({
    queryKey: ['search', text],
    queryFn: async ({ signal }) => (await call(searchShop, { query: { query: text }, signal })).data,
    refetchOnReconnect: true,
  });
