import { withLatinDigits } from '@courierdesk/contract/latin-digits';
import { typedPhone, withoutGroups, type TypedPhone } from '@courierdesk/contract/phones';
import { plainText } from '@courierdesk/contract/plain-text';
import { escapeLike } from '../../base/db/search-patterns.ts';

/** What the text of a search may mean. It can mean several things: `1043` is an order, or begins a tracking number. */
export type SearchTerms = {
  /** A tracking number, or its beginning: as typed, and without dashes. */
  readonly trackingNumbers: readonly string[];
  readonly order: OrderTerm | undefined;
  /** Our reference, or its part before the hyphen. */
  readonly reference: string | undefined;
  readonly phone: TypedPhone | undefined;
  /** Words of a name in lower case. Each begins a word of the name. */
  readonly words: readonly string[];
};

/** `names` are those that the order may have: for `CD1043` also `1043` and `#1043`. Each as typed, and in capitals. */
type OrderTerm = {
  readonly names: readonly string[];
  /** The numbers that it may have. A name with small letters is found by them. */
  readonly numbers: readonly number[];
  /** The first digits of the name. */
  readonly digits: string;
  /** Only digits were typed: the name may have any letters and other numbers around them. */
  readonly anyName: boolean;
};

export function searchTerms(text: string): SearchTerms {
  const latin = withLatinDigits(text).trim();
  const compact = latin.replaceAll(/\s+/g, '').toUpperCase();
  const hasDigit = /\d/.test(compact);
  const isReference = /^CD[A-Z0-9]+(-[A-Z0-9]+)?$/.test(compact);
  return {
    trackingNumbers:
      hasDigit && /^[A-Z0-9/_.-]+$/.test(compact) ? [...new Set([compact, withoutGroups(compact) ?? compact])] : [],
    order: orderOf(latin),
    reference: hasDigit && isReference ? compact : undefined,
    phone: typedPhone(latin),
    words: hasDigit ? [] : plainText(text).toLowerCase().split(/\s+/).filter(Boolean),
  };
}

/** Of the number that the store gives an order; its name may have a longer one. */
const maxOrderDigits = 9;

function orderOf(written: string): OrderTerm | undefined {
  const compact = written.replaceAll(/\s+/g, '');
  const name = compact.replace(/^#/, '');
  const parts = name.match(/\d+/g) ?? [];
  const [digits] = parts;
  if (digits === undefined) return undefined;
  const withoutOurs = /^cd/i.test(name) ? [name, name.slice(2)] : [name];
  const names = [written, ...withoutOurs.flatMap((one) => [one, `#${one}`])];
  return {
    names: [...new Set(names.flatMap((one) => [one, one.toUpperCase()]))],
    numbers: parts.filter(({ length }) => length <= maxOrderDigits).map(Number),
    digits,
    anyName: digits === compact,
  };
}

/** Whether one of the orders in `names` (`#1043, #1044` for a merge) is the one searched. */
export const orderMatches = (names: string, order: OrderTerm | undefined): boolean =>
  order !== undefined &&
  names
    .toUpperCase()
    .split(', ')
    .some(
      (name) => order.names.includes(name) || (order.anyName && name.match(/\d+/g)?.includes(order.digits) === true),
    );

export function phoneMatches(phone: string, term: TypedPhone | undefined): boolean {
  if (!term) return false;
  const digits = phone.replace(/\D/g, '');
  return term.kind === 'end' ? digits.endsWith(term.digits) : digits.startsWith(term.digits);
}

/** Whether every word begins a word of the name. */
export function nameMatches(name: string, words: readonly string[]): boolean {
  const parts = name.toLowerCase().split(/\s+/);
  return words.length > 0 && words.every((word) => parts.some((part) => part.startsWith(word)));
}

/** What `search_text` contains where the name or the phone matches, longest first. All of them must be there. */
export function customerPatterns({ words, phone }: SearchTerms): string[] {
  if (phone) return [`%${phone.digits}%`];
  return words.toSorted((one, other) => other.length - one.length).map(beginningOf);
}

/** The pattern of a search text with a word that begins like this. */
export const beginningOf = (word: string): string => `% ${escapeLike(word)}%`;
