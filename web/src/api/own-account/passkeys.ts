import type { BodyInput } from '@courierdesk/contract/endpoint';
import {
  addPasskey,
  beginConfirmation,
  beginPasskey,
  beginPasskeySignIn,
  beginSecondFactor,
  getPasskeys,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
  verifyPasskey,
} from '@courierdesk/contract/passkeys';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../client.ts';
import { queryClient } from '../query-client.ts';
import { refreshTwoFactor } from './two-factor.ts';

export const passkeysQuery = queryOptions({
  queryKey: ['two-factor', 'passkeys'],
  queryFn: async ({ signal }) => (await call(getPasskeys, { signal })).data,
});

export async function refreshPasskeys(): Promise<void> {
  await Promise.all([queryClient.invalidateQueries(passkeysQuery), refreshTwoFactor()]);
}

/** How a person shows that it is them. */
export type IdentityProof = BodyInput<typeof removePasskey>;

export const confirmationOptions = async () => (await call(beginConfirmation, {})).options;

export const creationOptions = async (body: IdentityProof) => (await call(beginPasskey, { body })).options;

export const savePasskey = (body: BodyInput<typeof addPasskey>) => call(addPasskey, { body });

export const saveName = (id: string, name: string) => call(renamePasskey, { params: { id }, body: { name } });

export const deletePasskey = (id: string, body: IdentityProof) => call(removePasskey, { params: { id }, body });

export const signInOptions = async () => (await call(beginPasskeySignIn, {})).options;

export const signInSigned = (passkey: BodyInput<typeof signInWithPasskey>['passkey']) =>
  call(signInWithPasskey, { body: { passkey } });

/** Which second factors count, for the token of the first step. */
export const secondFactors = (twoFactorToken: string) => call(beginSecondFactor, { body: { twoFactorToken } });

export const secondFactorsQuery = (twoFactorToken: string) =>
  queryOptions({
    queryKey: ['second-factors', twoFactorToken],
    queryFn: () => secondFactors(twoFactorToken),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });

export const verifySigned = (body: BodyInput<typeof verifyPasskey>) => call(verifyPasskey, { body });
