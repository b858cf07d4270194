import { forgetAllDevices, forgetDevice, getRememberedDevices } from '@courierdesk/contract/two-factor';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../client.ts';
import { queryClient } from '../query-client.ts';

export const rememberedDevicesQuery = queryOptions({
  queryKey: ['remembered-devices'],
  queryFn: async ({ signal }) => (await call(getRememberedDevices, { signal })).data,
});

export const refreshRememberedDevices = (): Promise<void> => queryClient.invalidateQueries(rememberedDevicesQuery);

export async function forgetOne(id: string): Promise<string> {
  const { message } = await call(forgetDevice, { params: { id } });
  await refreshRememberedDevices();
  return message;
}

export async function forgetAll(): Promise<string> {
  const { message } = await call(forgetAllDevices, {});
  await refreshRememberedDevices();
  return message;
}
