import * as z from 'zod';

// What browser and server exchange about passkeys, as JSON. Source: WebAuthn Level 3, sections 5.1.8 to 5.1.10.

const base64url = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(/^[\w-]+$/, 'This is no passkey');

/** At most 1,023 bytes. */
const CredentialId = base64url(1364);

const Transport = z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']);
type Transport = z.infer<typeof Transport>;

/** How browsers reach the device. Browsers may send values that we do not know. */
export const Transports = z
  .array(z.string().max(40))
  .max(10)
  .transform((all) => all.filter((one): one is Transport => Transport.safeParse(one).success));

const PasskeyReference = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(Transport),
});

/** Asks the browser to create a passkey. */
export const CreationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
  timeout: z.number(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(PasskeyReference),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
});
export type CreationOptions = z.infer<typeof CreationOptions>;

/** Asks the browser to sign with a passkey: one of these, or any that it has when there are none. */
export const SigningOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(PasskeyReference),
});
export type SigningOptions = z.infer<typeof SigningOptions>;

/** A passkey that the browser created. */
export const CreatedPasskey = z.object({
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url(4000),
    attestationObject: base64url(20_000),
    transports: Transports.optional(),
  }),
});
export type CreatedPasskey = z.infer<typeof CreatedPasskey>;

/** What a passkey signed. */
export const SignedPasskey = z.object({
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    signature: base64url(2000),
    userHandle: base64url(100).optional(),
  }),
});
export type SignedPasskey = z.infer<typeof SignedPasskey>;
