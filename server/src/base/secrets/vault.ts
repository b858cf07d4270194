import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

/**
 * Encrypts values that we need to read again: courier credentials, store tokens. AES-256-GCM with a key id per value.
 */
export type Vault = {
  seal(text: string, owner: string): Buffer;
  open(sealed: Uint8Array, owner: string): string;
  /** True when `sealed` was made with an older key and should be sealed again. */
  isStale(sealed: Uint8Array): boolean;
  /** Whether it was sealed with one of our secrets. */
  isOurs(sealed: Uint8Array): boolean;
};

const version = 1;

/**
 * `owner` (for example the row's id) is authenticated with the value, so that values cannot be swapped between rows.
 */
export function createVault(secret: string, previous?: string): Vault {
  const keys = [secret, ...(previous ? [previous] : [])].map(keyFrom);
  const [current] = keys;
  if (!current) throw new Error('the vault needs a secret');
  return {
    seal(text, owner) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', current.key, nonce);
      cipher.setAAD(Buffer.from(owner));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.from([version]), current.id, nonce, cipher.getAuthTag(), body]);
    },
    open(sealed, owner) {
      const bytes = Buffer.from(sealed);
      const id = bytes.subarray(1, 5);
      const key = keys.find((one) => one.id.equals(id));
      if (bytes[0] !== version || !key)
        throw new Error(
          'a stored secret was encrypted with another APP_SECRET; set APP_SECRET_PREVIOUS to the old one',
        );
      const decipher = createDecipheriv('aes-256-gcm', key.key, bytes.subarray(5, 17));
      decipher.setAAD(Buffer.from(owner));
      decipher.setAuthTag(bytes.subarray(17, 33));
      return Buffer.concat([decipher.update(bytes.subarray(33)), decipher.final()]).toString('utf8');
    },
    isOurs: (sealed) => keys.some(({ id }) => id.equals(Buffer.from(sealed).subarray(1, 5))),
    isStale: (sealed) => !Buffer.from(sealed).subarray(1, 5).equals(current.id),
  };
}

function keyFrom(secret: string): { id: Buffer; key: Buffer } {
  const key = Buffer.from(hkdfSync('sha256', secret, 'courierdesk', 'vault', 32));
  return { id: createHash('sha256').update(key).digest().subarray(0, 4), key };
}
