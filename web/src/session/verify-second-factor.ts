import type { BodyInput } from '@courierdesk/contract/endpoint';
import type { verifyAuthenticatorCode } from '@courierdesk/contract/two-factor';
import { verifyCode } from '../api/own-account/two-factor.ts';
import { clearTwoFactorToken } from '../lib/stored-session.ts';
import { beginSession } from './session.ts';

/** The second step of sign-in. */
export async function verifySecondFactor(given: BodyInput<typeof verifyAuthenticatorCode>): Promise<void> {
  const reply = await verifyCode(given);
  clearTwoFactorToken();
  await beginSession(reply.auth_token);
}
