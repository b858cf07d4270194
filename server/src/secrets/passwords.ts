import { hash, verify } from '@node-rs/argon2';

// OWASP's recommendation for argon2id, the library's own algorithm: 19 MiB, 2 passes, 1 lane.
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, options);

export const passwordMatches = (stored: string, password: string): Promise<boolean> => verify(stored, password);
