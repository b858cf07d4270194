import * as z from 'zod';
import { endpoint } from '../http/endpoint.ts';
import { Instant } from '../values/dates.ts';
import { Id, IdParams } from '../values/ids.ts';
import { withLatinDigits } from '../values/latin-digits.ts';
import { SignedPasskey } from './webauthn.ts';

export const recoveryCodeCount = 10;

/** How long sign-in asks for no code on a remembered device. Using it does not make it longer. */
export const rememberedDays = 30;
/** Remembered devices of one person. One more, and the first of them is forgotten. */
export const maxRememberedDevices = 10;

/** What a typed code means, without its spaces and dashes and in Latin digits: `۱۲۳ ۴۵۶` is `123456`. */
const plainCode = (code: string): string => withLatinDigits(code).replaceAll(/[\s-]/g, '').toLowerCase();

/** The code of an authenticator app as people type it: `123456` or `123 456`. */
const AppCode = z
  .string({ error: 'Enter code to verify' })
  .max(60, 'Enter the 6 digits of your app')
  .transform(plainCode)
  .pipe(z.string().min(1, 'Enter code to verify'));

/** A code of the app, or one of the recovery codes: `k7wq2-9mfxa`. */
const AppOrRecoveryCode = z
  .string({ error: 'Enter the code' })
  .max(60, 'Enter the 6 digits of your app, or a recovery code')
  .transform(plainCode)
  .pipe(z.string().min(1, 'Enter the code'));

/**
 * How a person confirms that it is them, before a change to two-factor: with a passkey; else with the password, which
 * people who sign in through the store do not have, and with a code if they use two-factor.
 */
export const IdentityProof = z.object({
  password: z.string().max(500).default(''),
  code: z.string().max(60, 'Enter the 6 digits of your app, or a recovery code').transform(plainCode).default(''),
  /** Signed for `beginConfirmation`. */
  passkey: SignedPasskey.optional(),
});

export const RecoveryCodes = z.array(z.string()).length(recoveryCodeCount);

export const getTwoFactor = endpoint({
  name: 'getTwoFactor',
  method: 'GET',
  path: '/two-factor',
  summary: 'How the signed-in person uses two-factor, and whether the shop requires it of staff.',
  access: 'signed-in',
  duringTwoFactorSetUp: true,
  reply: z.object({
    /** Whether an authenticator app is set up. */
    enabled: z.boolean(),
    enabled_at: Instant.nullable(),
    passkeys: z.number().int(),
    recovery_codes_left: z.number().int(),
    /** False for people who only sign in through the store. */
    has_password: z.boolean(),
    required_of_staff: z.boolean(),
    /** False on FREE. */
    available: z.boolean(),
    /** For the owner: the active staff, and how many of them have no second factor. Null for staff. */
    staff: z.object({ active: z.number().int(), without: z.number().int() }).nullable(),
  }),
});

export const getQrCode = endpoint({
  name: 'getQrCode',
  method: 'GET',
  path: '/get-qr-code',
  summary: 'Begins to set up two-factor: a QR code for the authenticator app.',
  access: 'signed-in',
  duringTwoFactorSetUp: true,
  reply: z.object({
    /** An SVG image as a data URL. */
    qrCodeDataUrl: z.string(),
    /** The same secret to type, in Base32. */
    secret: z.string(),
  }),
  errors: ['plan-limit', 'conflict'],
});

export const verifyQrCode = endpoint({
  name: 'verifyQrCode',
  method: 'POST',
  path: '/verify-qr-code',
  summary:
    'Adds the authenticator app with its first code. If it is the first factor, two-factor is on and recovery codes are shown, only here. People with a passkey send `proof` as well.',
  access: 'signed-in',
  duringTwoFactorSetUp: true,
  body: z.object({ code: AppCode, proof: IdentityProof.optional() }),
  reply: z.object({
    message: z.string(),
    /** Null for people who have some already. */
    recovery_codes: RecoveryCodes.nullable(),
  }),
  errors: ['plan-limit', 'conflict', 'login-failed', 'code-wrong', 'passkey-refused', 'too-many-requests'],
});

export const verifyAuthenticatorCode = endpoint({
  name: 'verifyAuthenticatorCode',
  method: 'POST',
  path: '/verify-authenticator-code',
  summary: 'The second step of sign-in: a code of the app or a recovery code.',
  access: 'public',
  body: z.object({
    code: AppOrRecoveryCode,
    twoFactorToken: z.string().min(1).max(500),
    /** With a code of the app: a cookie lets this browser skip the second step for 30 days. */
    rememberDevice: z.boolean().default(false),
  }),
  reply: z.object({ auth_token: z.string() }),
  errors: ['code-wrong', 'token-expired', 'user-restricted', 'too-many-requests'],
});

export const turnOffTwoFactor = endpoint({
  name: 'turnOffTwoFactor',
  method: 'POST',
  path: '/two-factor/turn-off',
  summary: 'Turns the authenticator app off, after the person has confirmed that it is them.',
  access: 'signed-in',
  body: IdentityProof,
  reply: z.object({ message: z.string() }),
  errors: ['login-failed', 'code-wrong', 'passkey-refused', 'forbidden', 'conflict', 'too-many-requests'],
});

export const renewRecoveryCodes = endpoint({
  name: 'renewRecoveryCodes',
  method: 'POST',
  path: '/two-factor/recovery-codes',
  summary: 'Replaces the recovery codes, after the person has confirmed that it is them. The old ones end.',
  access: 'signed-in',
  body: IdentityProof,
  reply: z.object({ recovery_codes: RecoveryCodes }),
  errors: ['login-failed', 'code-wrong', 'passkey-refused', 'conflict', 'too-many-requests'],
});

export const requireTwoFactor = endpoint({
  name: 'requireTwoFactor',
  method: 'PUT',
  path: '/two-factor/requirement',
  summary: 'Whether staff must use two-factor. They set it up at their next sign-in.',
  access: 'owner',
  body: z.object({ required: z.boolean() }),
  reply: z.object({ required_of_staff: z.boolean() }),
  errors: ['plan-limit'],
});

export const resetTwoFactor = endpoint({
  name: 'resetTwoFactor',
  method: 'DELETE',
  path: '/users/:id/two-factor',
  summary: 'Removes the app, passkeys and recovery codes of a staff member who lost them, and ends their sessions.',
  access: 'owner',
  params: z.object({ id: Id }),
  reply: z.object({ message: z.string() }),
  errors: ['not-found', 'conflict'],
});

/** A browser in which sign-in does not ask the person for a code. */
export const RememberedDevice = z.object({
  id: Id,
  /** Such as `Chrome on Windows`. */
  device: z.string(),
  remembered_at: Instant,
  /** The last sign-in without a code; at first, when it was remembered. */
  last_used_at: Instant,
  expires_at: Instant,
  /** The browser that makes this call. */
  is_current: z.boolean(),
});
export type RememberedDevice = z.infer<typeof RememberedDevice>;

export const getRememberedDevices = endpoint({
  name: 'getRememberedDevices',
  method: 'GET',
  path: '/remembered-devices',
  summary: 'The devices on which sign-in does not ask the signed-in person for a code, last used first.',
  access: 'signed-in',
  reply: z.object({ data: z.array(RememberedDevice) }),
});

export const forgetDevice = endpoint({
  name: 'forgetDevice',
  method: 'DELETE',
  path: '/remembered-devices/:id',
  summary: 'Forgets one of the own remembered devices: the next sign-in there asks for a code.',
  access: 'signed-in',
  params: IdParams,
  reply: z.object({ message: z.string() }),
  errors: ['not-found'],
});

export const forgetAllDevices = endpoint({
  name: 'forgetAllDevices',
  method: 'DELETE',
  path: '/remembered-devices',
  summary: 'Forgets all own remembered devices.',
  access: 'signed-in',
  reply: z.object({ message: z.string() }),
});
