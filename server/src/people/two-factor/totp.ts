import { Secret, TOTP } from 'otpauth';

/** RFC 6238 as all authenticator apps know it: SHA-1, 6 digits, 30 seconds. */
const periodSeconds = 30;
/** A phone's clock may be a step behind or ahead. */
const acceptedSteps = 1;

/** 160 bits (RFC 4226, section 4), in Base32. */
export const newSecret = (): string => new Secret({ size: 20 }).base32;

/** What the QR code holds: the app shows the issuer and the label above its codes. */
export const setUpAddress = (secret: string, label: string): string => totpOf(secret, label).toString();

/** The time step that a code belongs to; undefined when it is wrong or too old. */
export function stepOfCode(secret: string, code: string, now: Date): number | undefined {
  // The library compares bytes, and throws where six characters are more than six.
  if (!/^\d{6}$/.test(code)) return undefined;
  const timestamp = now.getTime();
  const delta = totpOf(secret, '').validate({ token: code, timestamp, window: acceptedSteps });
  return delta === null ? undefined : Math.floor(timestamp / 1000 / periodSeconds) + delta;
}

const totpOf = (secret: string, label: string): TOTP =>
  new TOTP({
    issuer: 'Courierdesk',
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: periodSeconds,
    secret: Secret.fromBase32(secret),
  });
