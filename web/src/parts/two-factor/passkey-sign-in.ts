import { secondFactors, signInOptions, signInSigned, verifySigned } from '../../api/own-account/passkeys.ts';
import { clearTwoFactorToken } from '../../lib/stored-session.ts';
import { beginSession } from '../../session/session.ts';
import { PasskeyFailure, signWithPasskey } from './webauthn.ts';

/** Signs in with any passkey that the device has for us. */
export async function signInWithPasskey(): Promise<void> {
  const passkey = await signWithPasskey(await signInOptions());
  await beginSession((await signInSigned(passkey)).auth_token);
}

/** The second step of sign-in. */
export async function verifyWithPasskey(twoFactorToken: string): Promise<void> {
  const { passkey: options } = await secondFactors(twoFactorToken);
  if (!options) throw new PasskeyFailure('You no longer have a passkey. Use a code instead.');
  const passkey = await signWithPasskey(options);
  const reply = await verifySigned({ twoFactorToken, passkey });
  clearTwoFactorToken();
  await beginSession(reply.auth_token);
}
