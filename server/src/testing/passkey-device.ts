import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import type { CreatedPasskey, CreationOptions, SignedPasskey, SigningOptions } from '@courierdesk/contract/webauthn';

/** What a test makes the browser or the device do wrong. */
export type Fault = {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly type?: string;
  /** False: the person was there, but gave no fingerprint or PIN. */
  readonly userVerified?: boolean;
  readonly counter?: number;
  readonly userHandle?: string;
  readonly credentialId?: string;
};

/**
 * A browser with a device that holds one passkey, in software: ES256, no attestation. Source: WebAuthn Level 3, sections
 * 6.1 and 6.5.
 */
export function aPasskeyDevice(origin: string, { isSynced = false } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32).toString('base64url');
  const rpId = new URL(origin).hostname;
  let counter = 0;
  let userHandle = '';

  const authenticatorData = (fault: Fault, attested: Buffer = Buffer.alloc(0)): Buffer => {
    counter = fault.counter ?? counter + 1;
    const flags =
      flag.userPresent |
      (fault.userVerified === false ? 0 : flag.userVerified) |
      (isSynced ? flag.backupEligible | flag.backedUp : 0) |
      (attested.length > 0 ? flag.attested : 0);
    const head = Buffer.alloc(5);
    head.writeUInt8(flags, 0);
    head.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(Buffer.from(fault.rpId ?? rpId)), head, attested]);
  };
  const clientData = (type: string, challenge: string, fault: Fault): Buffer =>
    Buffer.from(
      JSON.stringify({
        type: fault.type ?? type,
        challenge: fault.challenge ?? challenge,
        origin: fault.origin ?? origin,
        crossOrigin: false,
      }),
    );

  return {
    credentialId,
    /** What we store of its passkey, as if this user had created it. */
    storedFor(user: Buffer) {
      userHandle = user.toString('base64url');
      return {
        credential_id: Buffer.from(credentialId, 'base64url'),
        public_key: coseKey(publicKey),
        counter,
        transports,
        is_synced: isSynced,
      };
    },
    create(options: CreationOptions, fault: Fault = {}): CreatedPasskey {
      userHandle = options.user.id;
      const id = Buffer.from(fault.credentialId ?? credentialId, 'base64url');
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, coseKey(publicKey)]);
      const attestation = cborMap(
        [cborText('fmt'), cborText('none')],
        [cborText('attStmt'), cborMap()],
        [cborText('authData'), cborBytes(authenticatorData(fault, attested))],
      );
      return {
        id: id.toString('base64url'),
        rawId: id.toString('base64url'),
        type: 'public-key',
        response: {
          clientDataJSON: clientData('webauthn.create', options.challenge, fault).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports,
        },
      };
    },
    sign(options: SigningOptions, fault: Fault = {}): SignedPasskey {
      const data = authenticatorData(fault);
      const client = clientData('webauthn.get', options.challenge, fault);
      return {
        id: fault.credentialId ?? credentialId,
        rawId: fault.credentialId ?? credentialId,
        type: 'public-key',
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
          userHandle: fault.userHandle ?? userHandle,
        },
      };
    },
  };
}

export type PasskeyDevice = ReturnType<typeof aPasskeyDevice>;

const transports = ['internal', 'hybrid'] satisfies CreatedPasskey['response']['transports'];

const flag = { userPresent: 1, userVerified: 4, backupEligible: 8, backedUp: 16, attested: 64 };

const sha256 = (data: Buffer): Buffer => createHash('sha256').update(data).digest();

/** An ES256 key. Source: RFC 9053, section 7.1. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return cborMap(
    [cborInteger(1), cborInteger(2)],
    [cborInteger(3), cborInteger(-7)],
    [cborInteger(-1), cborInteger(1)],
    [cborInteger(-2), cborBytes(Buffer.from(x, 'base64url'))],
    [cborInteger(-3), cborBytes(Buffer.from(y, 'base64url'))],
  );
}

// As much of CBOR as a passkey needs. Source: RFC 8949, section 3.
function cborHead(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
}
const cborInteger = (value: number): Buffer => (value < 0 ? cborHead(1, -1 - value) : cborHead(0, value));
const cborBytes = (value: Buffer): Buffer => Buffer.concat([cborHead(2, value.length), value]);
const cborText = (value: string): Buffer => Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)]);
const cborMap = (...entries: [key: Buffer, value: Buffer][]): Buffer =>
  Buffer.concat([cborHead(5, entries.length), ...entries.flat()]);
