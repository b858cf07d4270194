import { randomInt } from 'node:crypto';

const lowBits = 2 ** 48;
let low = randomInt(lowBits - 1);

/**
 * A public id: 24 lower-case hex characters, sorted by time (48 bits of milliseconds). Ids that this process makes in the
 * same millisecond are sorted too (48 bits that start at a random number and grow by random steps).
 */
export function newId(at: Date = new Date()): string {
  low = (low + 1 + Math.floor(Math.random() * 0xffff)) % lowBits;
  return at.getTime().toString(16).padStart(12, '0') + low.toString(16).padStart(12, '0');
}
