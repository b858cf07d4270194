import { CreationOptions, type CreatedPasskey } from '@courierdesk/contract/webauthn';
import {
  generateRegistrationOptions,
  verifyRegistrationResponse,
  type VerifiedRegistrationResponse,
} from '@simplewebauthn/server';
import type { UserActor } from '../../base/actor.ts';
import type { Context } from '../../base/context.ts';
import {
  consumeChallenge,
  passkeyRefused,
  saveChallenge,
  type ChallengeUse,
  challengeMs,
  relyingParty,
} from './passkey-challenges.ts';
import { referenceTo, userHandle, type StoredPasskey } from './stored-passkeys.ts';

/** Lets this session create a passkey. Devices that hold one of the existing ones refuse to create another. */
export async function creationOptions(
  context: Context,
  actor: UserActor,
  existing: readonly StoredPasskey[],
): Promise<CreationOptions> {
  const party = relyingParty(context.config);
  const options = await generateRegistrationOptions({
    rpName: party.name,
    rpID: party.id,
    userID: new Uint8Array(userHandle(actor)),
    userName: `${actor.email} (${actor.shop.name})`,
    userDisplayName: actor.name,
    timeout: challengeMs,
    attestationType: 'none',
    excludeCredentials: existing.map(referenceTo),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  });
  await saveChallenge(context, options.challenge, useOf(actor));
  return CreationOptions.parse(options);
}

/** Checks what the browser created for `creationOptions`. Returns what we store. */
export async function readCreatedPasskey(context: Context, actor: UserActor, created: CreatedPasskey) {
  const challenge = await consumeChallenge(context, created.response.clientDataJSON, useOf(actor));
  const info = await verify(context, created, challenge);
  return {
    credential_id: Buffer.from(info.credential.id, 'base64url'),
    public_key: Buffer.from(info.credential.publicKey),
    counter: info.credential.counter,
    transports: created.response.transports ?? [],
    is_synced: info.credentialBackedUp,
  };
}

/** EdDSA, ES256 and RS256, which all devices know. Node's support for the library's fourth default is experimental. */
const algorithms = [-8, -7, -257];

const useOf = ({ sessionId }: UserActor): ChallengeUse => ({ purpose: 'create', sessionId });

type Verified = NonNullable<VerifiedRegistrationResponse['registrationInfo']>;

async function verify(context: Context, created: CreatedPasskey, challenge: string): Promise<Verified> {
  const { clientDataJSON, attestationObject } = created.response;
  const party = relyingParty(context.config);
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...created, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch((error: unknown) => {
    throw passkeyRefused(error);
  });
  if (!registrationInfo) throw passkeyRefused();
  return registrationInfo;
}
