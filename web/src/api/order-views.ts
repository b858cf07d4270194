import {
  createOrderView,
  deleteOrderView,
  getOrderViews,
  sortOrderViews,
  updateOrderView,
  type SavedView,
} from '@courierdesk/contract/order-views';
import { queryOptions } from '@tanstack/react-query';
import { call, type CallInput } from './client.ts';
import { queryClient } from './query-client.ts';

export const orderViewsQuery = queryOptions({
  queryKey: ['order-views'],
  queryFn: async ({ signal }) => (await call(getOrderViews, { signal })).data,
  staleTime: 60_000,
});

export async function saveView(body: CallInput<typeof createOrderView>['body']): Promise<SavedView> {
  const { data } = await call(createOrderView, { body });
  await readAgain();
  return data;
}

export async function changeView(id: string, body: CallInput<typeof updateOrderView>['body']): Promise<SavedView> {
  const { data } = await call(updateOrderView, { params: { id }, body });
  await readAgain();
  return data;
}

export async function deleteView(id: string): Promise<void> {
  const { data } = await call(deleteOrderView, { params: { id } });
  queryClient.setQueryData(orderViewsQuery.queryKey, data);
}

export async function sortViews(ids: string[]): Promise<void> {
  const { data } = await call(sortOrderViews, { body: { ids } });
  queryClient.setQueryData(orderViewsQuery.queryKey, data);
}

const readAgain = (): Promise<void> => queryClient.invalidateQueries({ queryKey: orderViewsQuery.queryKey });
