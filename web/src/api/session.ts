import { exchangeSession, getMe, loginUser, logout } from '@courierdesk/contract/sessions';
import type { Profile } from '@courierdesk/contract/sessions';
import { call } from './client.ts';

export const signIn = (email: string, password: string) => call(loginUser, { body: { email, password }, quiet: true });

export const exchangeToken = (token: string) => call(exchangeSession, { body: { token }, quiet: true });

export const fetchProfile = async (): Promise<Profile> => (await call(getMe, { quiet: true })).data;

/** Ends the session on the server. A failure does not matter here. */
export const endSession = () => call(logout, { quiet: true });
