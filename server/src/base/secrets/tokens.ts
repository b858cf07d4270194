import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A bearer token: `<shop>.<secret>`; only the hash of the secret is stored. */
export function newToken(shopId: string): { token: string; hash: Buffer } {
  const secret = randomBytes(32).toString('base64url');
  return { token: `${shopId}.${secret}`, hash: hashOf(secret) };
}

export function readToken(token: string): { shopId: string; hash: Buffer } | undefined {
  const match = /^([0-9a-f]{24})\.([\w-]{43})$/.exec(token);
  return match?.[1] && match[2] ? { shopId: match[1], hash: hashOf(match[2]) } : undefined;
}

export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** The hash of a token that works only together with a second secret, such as a browser's cookie. */
export const boundTo = (secret: string, hash: Buffer): Buffer =>
  createHash('sha256').update(hash).update(secret).digest();

/** Compares hashes, so that the duration reveals nothing about the secret. */
export const isSameSecret = (given: string, secret: string): boolean => timingSafeEqual(hashOf(given), hashOf(secret));
