import type { BodyInput } from '@courierdesk/contract/endpoint';
import { getSettings, saveSettings } from '@courierdesk/contract/settings';
import { queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';
import { queryClient } from './query-client.ts';

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => call(getSettings, { signal }),
});

export async function changeSettings(body: BodyInput<typeof saveSettings>) {
  const reply = await call(saveSettings, { body });
  await queryClient.cancelQueries({ queryKey: settingsQuery.queryKey, exact: true });
  queryClient.setQueryData(settingsQuery.queryKey, { settings: reply.settings });
  return reply;
}

export const readSettings = async () => (await queryClient.fetchQuery({ ...settingsQuery, staleTime: 0 })).settings;
