import { hash } from '@node-rs/argon2';

/**
 * The hash of a test's password. Checking it takes a hundredth of the usual time, because a hash says how much work it takes.
 */
export const quickHash = (password: string): Promise<string> =>
  hash(password, { memoryCost: 64, timeCost: 1, parallelism: 1 });
