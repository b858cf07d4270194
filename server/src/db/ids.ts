import { randomBytes } from 'node:crypto';

/** A public id: 24 lower-case hex characters, ordered by time (48 bits of milliseconds, 48 random bits). */
export function newId(at: Date = new Date()): string {
  return at.getTime().toString(16).padStart(12, '0') + randomBytes(6).toString('hex');
}
