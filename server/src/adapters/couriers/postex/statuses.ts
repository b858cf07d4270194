import type { StatusMeaning } from '../courier.ts';
import { meaning, normaliseStatus, statusTable, type StatusWords } from '../status-table.ts';

/** Words of `track-order` and, beside them, of `get-all-order`. See docs/contracts/postex.md, "Status words". */
export const postexWords = [
  [meaning.booked, ['Unbooked', 'Un-Booked', 'Booked']],
  [
    meaning.underWay,
    ['Picked By PostEx', 'PostEx WareHouse', 'In Stock', 'Transferred', 'Out For Delivery', 'Delivery En-Route'],
  ],
  [meaning.attempted, ['Attempted']],
  [meaning.held, ['Delivery Under Review', 'Under Verification']],
  [meaning.returnNext, ['Return Requested']],
  [meaning.returning, ['Out For Return', 'Return In-Transit']],
  [meaning.returned, ['Returned', 'Return']],
  [meaning.delivered, ['Delivered']],
  [meaning.cancelled, ['Un-Assigned By Me', 'Cancelled', 'Expired']],
] as const satisfies StatusWords;

const words = statusTable(postexWords);

/** Codes of the history. 0002 has two meanings in the sources and so has none here. */
export const postexCodes = {
  '0001': meaning.booked,
  '0003': meaning.underWay,
  '0031': meaning.underWay,
  '0033': meaning.underWay,
  '0035': meaning.underWay,
  '0038': meaning.underWay,
  '0004': meaning.underWay,
  '0013': meaning.attempted,
  '0008': meaning.held,
  '0005': meaning.delivered,
  '0039': meaning.returnNext,
  '0040': meaning.returning,
  '0037': meaning.returning,
  '0032': meaning.returning,
  '0006': meaning.returned,
  '0007': meaning.returned,
} as const satisfies Record<string, StatusMeaning>;

const codes: Readonly<Record<string, StatusMeaning>> = postexCodes;

export const postexCode = (code: string): StatusMeaning | undefined => codes[code];

/** `En-Route to {14} warehouse` comes with the city, with PostEx, or with the number in braces left in. */
export function postexStatus(text: string): StatusMeaning | undefined {
  const word = normaliseStatus(text.replace(/\{[^{}]*\}/g, ' '));
  if (/^en-?route to (.+ )?warehouse$/.test(word)) return meaning.underWay;
  const known = words(word);
  if (known) return known;
  return /^at .+ warehouse$/.test(word) && !word.includes('postex') ? meaning.booked : undefined;
}
