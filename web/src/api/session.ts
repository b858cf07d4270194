import { exchangeSession, getMe, getOtherShops, loginUser, logout, switchShop } from '@courierdesk/contract/sessions';
import type { Profile } from '@courierdesk/contract/sessions';
import type { BodyInput } from '@courierdesk/contract/endpoint';
import { queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';

export const signIn = (credentials: BodyInput<typeof loginUser>) => call(loginUser, { body: credentials });

export const otherShopsQuery = queryOptions({
  queryKey: ['other-shops'],
  queryFn: async ({ signal }) => (await call(getOtherShops, { signal })).data,
  staleTime: 60_000,
});

export const openOtherShop = (shop: string) => call(switchShop, { body: { shop } });

export const exchangeToken = (token: string) => call(exchangeSession, { body: { token } });

export const fetchProfile = async (): Promise<Profile> => (await call(getMe, {})).data;

/** Ends the session on the server. A failure does not matter here. */
export const endSession = () => call(logout, {});
