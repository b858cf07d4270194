import { randomInt } from 'node:crypto';

const base32 = 'ABCDEFGHJKMNPQRSTVWXYZ0123456789';

/** Our own name for one booking attempt, never used again: `CD1043-7KQ2ZM`. Letters lead, so no courier reads a number. */
export function newReference(orderName: string): string {
  const name = orderName
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .slice(0, 12);
  const random = Array.from({ length: 6 }, () => base32[randomInt(base32.length)]).join('');
  return `CD${name}-${random}`;
}
