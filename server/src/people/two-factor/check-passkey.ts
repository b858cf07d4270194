import { SigningOptions, type SignedPasskey } from '@courierdesk/contract/webauthn';
import {
  generateAuthenticationOptions,
  verifyAuthenticationResponse,
  type VerifiedAuthenticationResponse,
} from '@simplewebauthn/server';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { withShop } from '../../base/db/tenancy.ts';
import {
  consumeChallenge,
  passkeyRefused,
  saveChallenge,
  type ChallengeUse,
  challengeMs,
  relyingParty,
} from './passkey-challenges.ts';
import { passkeysOf, referenceTo, userHandle, type PasskeyUser, type StoredPasskey } from './stored-passkeys.ts';

/** Asks for one of these passkeys; at sign-in for any, and the device offers those it has. */
export async function signingOptions(
  context: Context,
  use: ChallengeUse,
  allowed: readonly StoredPasskey[],
): Promise<SigningOptions> {
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(context.config).id,
    allowCredentials: allowed.map(referenceTo),
    timeout: challengeMs,
    userVerification: 'required',
  });
  await saveChallenge(context, options.challenge, use);
  return SigningOptions.parse(options);
}

/** A passkey whose signature was right. It counts once `recordPasskeyUse` has recorded it. */
type CheckedPasskey = {
  readonly shopId: string;
  readonly id: string;
  readonly counter: number;
  readonly isSynced: boolean;
};

/** Checks what one of the user's passkeys signed. Uses the challenge up, right or wrong. */
export async function checkPasskey(
  context: Context,
  user: PasskeyUser,
  signed: SignedPasskey,
  use: ChallengeUse,
): Promise<CheckedPasskey> {
  const challenge = await consumeChallenge(context, signed.response.clientDataJSON, use);
  const passkeys = await withShop(context.db, user.shopId, (trx) => passkeysOf(trx, user));
  const passkey = passkeys.find((one) => one.credential_id.toString('base64url') === signed.id);
  if (!passkey || !namesUser(signed, user)) throw passkeyRefused();
  const { verified, authenticationInfo } = await verify(context, passkey, signed, challenge);
  if (!verified) throw passkeyRefused();
  const { newCounter, credentialBackedUp } = authenticationInfo;
  return { shopId: user.shopId, id: passkey.id, counter: newCounter, isSynced: credentialBackedUp };
}

/**
 * Records a use, in the transaction that lets the person in. Throws if a later signature of the device was recorded before: a
 * counter that goes back means that the key was copied.
 */
export async function recordPasskeyUse(trx: Db, checked: CheckedPasskey, now: Date): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('passkey')
    .set({ counter: checked.counter, is_synced: checked.isSynced, last_used_at: now })
    .where('shop_id', '=', checked.shopId)
    .where('id', '=', checked.id)
    .where((eb) => eb.or([eb('counter', '<', String(checked.counter)), eb('counter', '=', '0')]))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw passkeyRefused();
}

/** Devices name the user at sign-in, and may leave it out where we have named the passkeys. */
const namesUser = ({ response }: SignedPasskey, user: PasskeyUser): boolean =>
  response.userHandle === undefined || response.userHandle === userHandle(user).toString('base64url');

async function verify(
  context: Context,
  passkey: StoredPasskey,
  signed: SignedPasskey,
  challenge: string,
): Promise<VerifiedAuthenticationResponse> {
  const { userHandle: handle, ...response } = signed.response;
  const party = relyingParty(context.config);
  return verifyAuthenticationResponse({
    response: {
      ...signed,
      response: { ...response, ...(handle !== undefined && { userHandle: handle }) },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    credential: {
      id: signed.id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: Number(passkey.counter),
    },
    requireUserVerification: true,
  }).catch((error: unknown) => {
    context.log.info({ shopId: passkey.shop_id, passkeyId: passkey.id, reason: reasonOf(error) }, 'passkey refused');
    throw passkeyRefused(error);
  });
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
