import { isCompany, type Company } from '../values/companies.ts';
import { quoted, type CellResult } from '../values/sheet-values.ts';

const maxNameLength = 40;

const ourNames: readonly (readonly [Company, RegExp])[] = [
  ['LEOPARD', /^(?:leopards?|lcs|leopards?couriers?(?:services?)?)(?:pvtltd)?$/],
  ['MNP', /^(?:mnp|mp|mandp|mulphilog|mullerandphipps|mullerphipps|mpcouriers?|mnpcouriers?)$/],
  ['POSTEX', /^(?:postex|postx|postexpk)$/],
  ['TCS', /^(?:tcs|tcsexpress|tcscouriers?|tcsenvio)$/],
];

/** Couriers that merchants in Pakistan use beside ours. */
const otherNames = new Set([
  ...['aramex', 'barqraftar', 'blueex', 'bykea', 'callcourier', 'careem', 'daewoo', 'daewoofastex', 'daraz', 'dex'],
  ...['dhl', 'digidokaan', 'fastex', 'fedex', 'forrun', 'indrive', 'instaworld', 'leopardscargo', 'movex', 'ocs'],
  ...['pakistanpost', 'pakpost', 'rider', 'smartlane', 'sonic', 'speedaf', 'stallion', 'swyft', 'tranzo', 'trax'],
  ...['ups', 'yango', 'other', 'self', 'selfdelivery', 'ownrider', 'byhand'],
]);

const suffix = /(?:logistics?|express|couriers?|couriers?services?|deliver(?:y|ies)|cargo|pakistan|pk|pvtltd)$/;

/**
 * One of our companies under its usual spellings, or another courier as it is written. A name that we do not know needs
 * `Other:` before it, so that a misspelling of one of ours is an error.
 */
export function readCourier(cell: string): CellResult<string> {
  if (cell === '') return { problem: 'The courier is missing' };
  const declared = /^other\s*:(.*)$/is.exec(cell)?.[1]?.trim();
  const name = declared ?? cell;
  if (!isPlainName(name)) return { problem: `${quoted(cell)} is not a courier` };
  const company = companyOf(name);
  if (company) return { value: company };
  if (declared === undefined && !isKnown(name))
    return {
      problem: `${quoted(cell)} is not a courier we know. Check the spelling, or write ${quoted(`Other: ${name}`)}`,
    };
  return { value: name.replace(/\s+/g, ' ') };
}

/** The courier that a row of payments names. Any name is valid, because it is compared with the parcel's courier. */
export function readParcelCourier(cell: string): CellResult<string> {
  if (cell === '') return { value: '' };
  if (!isPlainName(cell)) return { problem: `${quoted(cell)} is not a courier` };
  return { value: companyOf(cell) ?? cell.replace(/\s+/g, ' ') };
}

/** A name is on one line: a cell with line breaks holds more than a courier. */
const isPlainName = (name: string): boolean =>
  name.length <= maxNameLength && /\p{L}/u.test(name) && !/[\p{Cc}\u2028\u2029]/u.test(name);

function companyOf(name: string): Company | undefined {
  const upper = name.toUpperCase();
  if (isCompany(upper)) return upper;
  const word = wordOf(name);
  return ourNames.find(([, names]) => names.test(word))?.[0];
}

function isKnown(name: string): boolean {
  const word = wordOf(name);
  return otherNames.has(word) || otherNames.has(word.replace(suffix, ''));
}

/** `M & P (Pvt.) Ltd` -> `mppvtltd`. Letters and digits of any script stay: they may be the difference. */
const wordOf = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, '');
