import { randomBytes } from 'node:crypto';
import { hash, hashRaw, verify } from '@node-rs/argon2';

// OWASP's recommendation for argon2id, the library's own algorithm: 19 MiB, 2 passes, 1 lane.
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, options);

export const passwordMatches = (stored: string, password: string): Promise<boolean> => verify(stored, password);

export const newSalt = (): Buffer => randomBytes(16);

/** The hash of a secret that is too short for a plain hash, with a salt of ours, so that it can be looked up. */
export const hashWithSalt = (secret: string, salt: Buffer): Promise<Buffer> => hashRaw(secret, { ...options, salt });
