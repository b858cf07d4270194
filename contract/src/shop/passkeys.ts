import * as z from 'zod';
import { endpoint } from '../http/endpoint.ts';
import { Instant } from '../values/dates.ts';
import { Id } from '../values/ids.ts';
import { IdentityProof, RecoveryCodes } from './two-factor.ts';
import { CreatedPasskey, CreationOptions, SignedPasskey, SigningOptions } from './webauthn.ts';
import { tooLong } from '../values/maximum-texts.ts';

/** Passkeys of one person. */
export const maxPasskeys = 10;

export const Passkey = z.object({
  id: Id,
  name: z.string(),
  /** What holds the passkey, as far as the browser says. */
  kind: z.enum(['device', 'security-key', 'unknown']),
  /** Whether it is copied to the person's other devices. */
  is_synced: z.boolean(),
  created_at: Instant,
  last_used_at: Instant.nullable(),
});
export type Passkey = z.infer<typeof Passkey>;

export const PasskeyName = z.object({
  name: z.string({ error: 'Name is required' }).trim().min(1, 'Name is required').max(60, tooLong('Name', 60)),
});

export const getPasskeys = endpoint({
  name: 'getPasskeys',
  method: 'GET',
  path: '/passkeys',
  summary: 'The passkeys of the signed-in person.',
  access: 'signed-in',
  reply: z.object({ data: z.array(Passkey) }),
});

export const beginConfirmation = endpoint({
  name: 'beginConfirmation',
  method: 'POST',
  path: '/passkeys/confirmation-options',
  summary: 'What a passkey has to sign to confirm a change to two-factor.',
  access: 'signed-in',
  duringTwoFactorSetUp: true,
  reply: z.object({ options: SigningOptions }),
  errors: ['conflict'],
});

export const beginPasskey = endpoint({
  name: 'beginPasskey',
  method: 'POST',
  path: '/passkeys/creation-options',
  summary: 'Begins to add a passkey, after the person has confirmed that it is them.',
  access: 'signed-in',
  duringTwoFactorSetUp: true,
  body: IdentityProof,
  reply: z.object({ options: CreationOptions }),
  errors: ['plan-limit', 'login-failed', 'code-wrong', 'passkey-refused', 'conflict', 'too-many-requests'],
});

export const addPasskey = endpoint({
  name: 'addPasskey',
  method: 'POST',
  path: '/passkeys',
  summary: 'Adds the passkey that the browser created. The first factor of a person comes with recovery codes.',
  access: 'signed-in',
  duringTwoFactorSetUp: true,
  body: PasskeyName.extend({ passkey: CreatedPasskey }),
  reply: z.object({
    message: z.string(),
    data: Passkey,
    /** Shown only here; null for people who have some already. */
    recovery_codes: RecoveryCodes.nullable(),
  }),
  errors: ['plan-limit', 'passkey-refused', 'conflict'],
});

export const renamePasskey = endpoint({
  name: 'renamePasskey',
  method: 'PATCH',
  path: '/passkeys/:id',
  summary: 'Renames a passkey.',
  access: 'signed-in',
  params: z.object({ id: Id }),
  body: PasskeyName,
  reply: z.object({ message: z.string(), data: Passkey }),
  errors: ['not-found'],
});

export const removePasskey = endpoint({
  name: 'removePasskey',
  method: 'POST',
  path: '/passkeys/:id/remove',
  summary: 'Removes a passkey, after the person has confirmed that it is them.',
  access: 'signed-in',
  params: z.object({ id: Id }),
  body: IdentityProof,
  reply: z.object({ message: z.string() }),
  errors: ['not-found', 'login-failed', 'code-wrong', 'passkey-refused', 'forbidden', 'too-many-requests'],
});

export const beginPasskeySignIn = endpoint({
  name: 'beginPasskeySignIn',
  method: 'POST',
  path: '/passkeys/sign-in-options',
  summary: 'What a passkey has to sign to sign in. No email is needed: the passkey names the user.',
  access: 'public',
  reply: z.object({ options: SigningOptions }),
  errors: ['too-many-requests'],
});

export const signInWithPasskey = endpoint({
  name: 'signInWithPasskey',
  method: 'POST',
  path: '/passkeys/sign-in',
  summary: 'Signs a person in with a passkey, which counts as both factors.',
  access: 'public',
  body: z.object({ passkey: SignedPasskey }),
  reply: z.object({ auth_token: z.string() }),
  errors: ['passkey-refused', 'user-restricted', 'email-unverified', 'too-many-requests'],
});

export const beginSecondFactor = endpoint({
  name: 'beginSecondFactor',
  method: 'POST',
  path: '/passkeys/second-factor-options',
  summary: 'Which second factors the person has who waits for the second step of sign-in.',
  access: 'public',
  body: z.object({ twoFactorToken: z.string().min(1).max(500) }),
  reply: z.object({
    /** Whether codes of an authenticator app count. */
    app: z.boolean(),
    recovery_codes: z.boolean(),
    /** What a passkey has to sign; null for people without one. */
    passkey: SigningOptions.nullable(),
  }),
  errors: ['token-expired', 'too-many-requests'],
});

export const verifyPasskey = endpoint({
  name: 'verifyPasskey',
  method: 'POST',
  path: '/passkeys/second-factor',
  summary: 'The second step of sign-in, with a passkey.',
  access: 'public',
  body: z.object({ passkey: SignedPasskey, twoFactorToken: z.string().min(1).max(500) }),
  reply: z.object({ auth_token: z.string() }),
  errors: ['passkey-refused', 'token-expired', 'user-restricted', 'too-many-requests'],
});
