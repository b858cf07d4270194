import { maxMatches } from '@courierdesk/contract/search';
import { sql, type RawBuilder } from 'kysely';

/** Rows that one index may give. */
export const maxFromIndex = 100;

/** Rows with rare words that may be read. */
export const maxRareRows = 2000;

/** Matches by name or phone that one query may give. */
export const maxByCustomer = 64;

/** With this many matches among the newest rows, older ones are not read: there are eight customers in most cases. */
export const enoughMatches = 24;

/** The trigrams of a shorter pattern are in too many rows. */
const minPattern = 5;

/** Row-level security lets an index answer a range, but not LIKE. */
export const beginsWith = (column: string, text: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} >= ${text} and ${sql.ref(column)} < ${`${text}\u{10ffff}`}`;

export const hasNumber = ({ numbers }: { readonly numbers: readonly number[] }): RawBuilder<boolean> =>
  sql<boolean>`o.number = any(${[...numbers]}::int[])`;

export const likeAll = (column: string, patterns: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} like all(${[...patterns]}::text[])`;

/** The two longest patterns, for the trigram index. Undefined if they are too short for it. */
export function rarePatterns([first, second]: readonly string[]): { first: string; second: string } | undefined {
  return first !== undefined && first.length > minPattern ? { first, second: second ?? first } : undefined;
}

/** The first matches: exact ones first, then the newest. `rows` may contain an id more than once. */
export function bestOf<Row extends { readonly id: string; readonly exact: boolean; readonly at: Date }>(
  rows: readonly Row[],
): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return [...byId.values()]
    .toSorted((one, other) => Number(other.exact) - Number(one.exact) || other.at.getTime() - one.at.getTime())
    .slice(0, maxMatches);
}
