import { randomBytes } from 'node:crypto';
import { hash, hashRaw, verify } from '@node-rs/argon2';
import { createShopQueue } from '../db/shop-queue.ts';
import { AppError } from '../errors.ts';

// OWASP's recommendation for argon2id, the library's own algorithm: 19 MiB, 2 passes, 1 lane.
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Half of Node's four background threads. The other two stay free to read files, compress replies and look up addresses. */
const atOnce = 2;
const maxWaiting = 60;
/** One queue for all accounts: with one for each, response times would reveal which emails exist. */
const everyone = 'everyone';
const queue = createShopQueue({ atOnce, ofOneShop: atOnce });

async function whenFree<T>(work: () => Promise<T>): Promise<T> {
  if (queue.waiting() >= maxWaiting)
    throw new AppError('unavailable', 'Many people are signing in at the moment. Try again in a few seconds.', {
      detail: { retry_after: 5 },
    });
  return queue.run(everyone, work);
}

export const hashPassword = (password: string): Promise<string> => whenFree(() => hash(password, options));

export const passwordMatches = (stored: string, password: string): Promise<boolean> =>
  whenFree(() => verify(stored, password));

export const newSalt = (): Buffer => randomBytes(16);

/**
 * Hashes of secrets that are too short for a plain hash, with a salt of ours, so that they can be looked up. The ten recovery
 * codes of a person are one entry in the queue.
 */
export const hashWithSalt = (secrets: readonly string[], salt: Buffer): Promise<Buffer[]> =>
  whenFree(async () => {
    const hashes = [];
    for (const secret of secrets) hashes.push(await hashRaw(secret, { ...options, salt }));
    return hashes;
  });
