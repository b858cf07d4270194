import type { BodyInput } from '@courierdesk/contract/endpoint';
import {
  getQrCode,
  getTwoFactor,
  renewRecoveryCodes,
  requireTwoFactor,
  resetTwoFactor,
  turnOffTwoFactor,
  verifyAuthenticatorCode,
  verifyQrCode,
} from '@courierdesk/contract/two-factor';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../client.ts';
import { queryClient } from '../query-client.ts';

export const twoFactorQuery = queryOptions({
  queryKey: ['two-factor'],
  queryFn: ({ signal }) => call(getTwoFactor, { signal }),
});

/** Read again for each visit, and not kept: it shows the secret. */
export const qrCodeQuery = queryOptions({
  queryKey: ['two-factor', 'qr-code'],
  queryFn: ({ signal }) => call(getQrCode, { signal }),
  staleTime: Infinity,
  gcTime: 0,
});

export const refreshTwoFactor = () => queryClient.invalidateQueries({ queryKey: twoFactorQuery.queryKey, exact: true });

export const verifyCode = (body: BodyInput<typeof verifyAuthenticatorCode>) => call(verifyAuthenticatorCode, { body });

export const addApp = (body: BodyInput<typeof verifyQrCode>) => call(verifyQrCode, { body });

export const turnOff = (body: BodyInput<typeof turnOffTwoFactor>) => call(turnOffTwoFactor, { body });

export const createRecoveryCodes = (body: BodyInput<typeof renewRecoveryCodes>) => call(renewRecoveryCodes, { body });

export async function requireOfStaff(required: boolean): Promise<void> {
  await call(requireTwoFactor, { body: { required } });
  await refreshTwoFactor();
}

export const resetOfUser = (id: string) => call(resetTwoFactor, { params: { id } });
