import type { CreationOptions, SigningOptions } from '@courierdesk/contract/webauthn';
import { browserSupportsWebAuthn, startAuthentication, startRegistration } from '@simplewebauthn/browser';

/** The browser or the person did not use a passkey. The message says what to do. */
export class PasskeyFailure extends Error {
  override name = 'PasskeyFailure';
}

/** Asks the browser to create a passkey. */
export const createPasskey = (options: CreationOptions) =>
  orPasskeyFailure(() => startRegistration({ optionsJSON: options }));

/** Asks the browser to sign with a passkey. */
export const signWithPasskey = (options: SigningOptions) =>
  orPasskeyFailure(() => startAuthentication({ optionsJSON: options }));

/** False in old browsers, and on pages that were not opened over https or at localhost. */
export const supportsPasskeys = (): boolean => browserSupportsWebAuthn();

export const unsupportedText =
  'This browser cannot use passkeys here. Use a current browser, and open Courierdesk over https.';

async function orPasskeyFailure<T>(ceremony: () => Promise<T>): Promise<T> {
  if (!supportsPasskeys()) throw new PasskeyFailure(unsupportedText);
  try {
    return await ceremony();
  } catch (error) {
    throw new PasskeyFailure(textOf(error), { cause: error });
  }
}

/** Source: WebAuthn Level 3, sections 5.1.3 and 5.1.4. */
function textOf(error: unknown): string {
  switch (error instanceof Error ? error.name : '') {
    case 'NotAllowedError':
    case 'AbortError':
      return 'No passkey was used. You closed the request, or it took too long. Try again.';
    case 'InvalidStateError':
      return 'This device already has a passkey for your account.';
    case 'SecurityError':
      return 'Passkeys do not work at this address. Open Courierdesk at its usual address.';
    case 'ConstraintError':
    case 'NotSupportedError':
      return 'This device can’t store the passkey. Use one with a fingerprint, face or PIN.';
    default:
      return 'The browser could not use a passkey. Try again, or use another device.';
  }
}
