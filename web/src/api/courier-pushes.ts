import { endCourierPush, getCourierPush, setUpCourierPush } from '@courierdesk/contract/courier-pushes';
import { queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';
import { queryClient } from './query-client.ts';

export const courierPushQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['accounts', 'push', accountId],
    queryFn: ({ signal }) => call(getCourierPush, { params: { id: accountId }, signal }),
  });

/** The reply contains the secret. It is shown only once. */
export async function setUpPush(accountId: string) {
  const reply = await call(setUpCourierPush, { params: { id: accountId } });
  queryClient.setQueryData(courierPushQuery(accountId).queryKey, { push: reply.push });
  return reply;
}

export async function endPush(accountId: string) {
  const reply = await call(endCourierPush, { params: { id: accountId } });
  queryClient.setQueryData(courierPushQuery(accountId).queryKey, { push: null });
  return reply;
}
