import { endOtherSessions, endOwnSession, getSessions } from '@courierdesk/contract/sessions';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../client.ts';
import { queryClient } from '../query-client.ts';
import { refreshRememberedDevices } from './remembered-devices.ts';

export const ownSessionsQuery = queryOptions({
  queryKey: ['own-sessions'],
  queryFn: async ({ signal }) => (await call(getSessions, { signal })).data,
});

const refetch = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ownSessionsQuery.queryKey });

export async function signOutDevice(id: string): Promise<string> {
  const { message } = await call(endOwnSession, { params: { id } });
  await refetch();
  return message;
}

export async function signOutElsewhere(): Promise<string> {
  const { message } = await call(endOtherSessions, {});
  await Promise.all([refetch(), refreshRememberedDevices()]);
  return message;
}
