import { verifyCode } from '../api/own-account/two-factor.ts';
import { clearTwoFactorToken } from '../lib/stored-session.ts';
import { beginSession } from './session.ts';

/** The second step of sign-in. */
export async function verifySecondFactor(code: string, twoFactorToken: string): Promise<void> {
  const reply = await verifyCode(code, twoFactorToken);
  clearTwoFactorToken();
  await beginSession(reply.auth_token);
}
