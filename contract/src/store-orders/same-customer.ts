import { distance } from 'fastest-levenshtein';
import { cityStandsFor, normaliseCity, withoutNoise } from '../values/city-names.ts';

/** The parts of an order that identify its customer. */
export type CustomerOfOrder = { readonly phone: string; readonly name: string; readonly city: string };

/**
 * Whether two orders look like one customer's, so that they could go in one parcel: the same phone number, and a similar
 * name and city. A phone number alone may be a family's or a shop's. A missing value is no difference.
 */
export const looksLikeSameCustomer = (one: CustomerOfOrder, other: CustomerOfOrder): boolean =>
  one.phone !== '' &&
  one.phone === other.phone &&
  areSimilarNames(one.name, other.name) &&
  areSimilarCities(one.city, other.city);

/** Orders in groups of one customer each, in their order. */
export function groupByCustomer<Order>(
  orders: readonly Order[],
  customerOf: (order: Order) => CustomerOfOrder,
): Order[][] {
  const groups: Order[][] = [];
  for (const order of orders) {
    const group = groups.find((one) =>
      one.every((member) => looksLikeSameCustomer(customerOf(member), customerOf(order))),
    );
    if (group) group.push(order);
    else groups.push([order]);
  }
  return groups;
}

/** Words that say little about who a person is. */
const commonWords = new Set(
  'mr mrs ms miss dr muhammad mohammad mohammed muhammed mohd md syed sayed syeda hafiz haji bibi begum'.split(' '),
);

/** Every word of the shorter name is one of the longer: `Hina` and `Hina Qureshi`, `M. Ali Khan` and `Muhammad Ali Khan`. */
function areSimilarNames(one: string, other: string): boolean {
  const [shorter, longer] = [wordsOf(one), wordsOf(other)].toSorted((a, b) => a.length - b.length);
  if (!shorter || !longer || shorter.length === 0) return true;
  if (shorter.join('') === longer.join('')) return true;
  const telling = shorter.filter((word) => !commonWords.has(word) && word.length > 1);
  const wanted = telling.length > 0 ? telling : shorter;
  return wanted.every((word) => longer.some((known) => areSimilarWords(word, known)));
}

const wordsOf = (name: string): string[] =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

function areSimilarCities(one: string, other: string): boolean {
  const [a, b] = [one, other].map((city) => cityStandsFor(withoutNoise(normaliseCity(city))));
  // Short city names are too alike (Kotli, Kotri).
  return !a || !b || isMisspelling(a, b, 7, 7);
}

/** Equal, or misspelt: one letter in four of a long word. Short names are too alike (Sana, Rana). */
const areSimilarWords = (one: string, other: string): boolean => isMisspelling(one, other, 4, 6);

function isMisspelling(one: string, other: string, lettersPerMistake: number, minLength: number): boolean {
  const longer = Math.max(one.length, other.length);
  return one === other || (longer >= minLength && distance(one, other) <= Math.floor(longer / lettersPerMistake));
}
