import { randomInt } from 'node:crypto';

const base32 = 'ABCDEFGHJKMNPQRSTVWXYZ0123456789';

/** Our reference for one booking, never reused: `CD1043-7KQ2ZM`. It starts with letters, so no courier reads it as a number. */
export function newReference(orderName: string): string {
  const name = orderName
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .slice(0, 12);
  const random = Array.from({ length: 6 }, () => base32[randomInt(base32.length)]).join('');
  return `CD${name}-${random}`;
}

/** The order that a reference of ours names, in capitals and digits alone: `KHI1043`. A merged booking names its first order. */
export const orderIn = (reference: string): string => reference.slice(2, reference.lastIndexOf('-'));

/** Whether Courierdesk made this reference, for this shop or another one. */
export const isOurReference = (text: string): boolean => /^CD[A-Z0-9]{0,12}-[A-HJKMNP-TV-Z0-9]{6}$/.test(text);
