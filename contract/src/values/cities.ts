import { distance } from 'fastest-levenshtein';
import { cityStandsFor, compact, isNamedAfter, namesAnArea, normaliseCity, withoutNoise } from './city-names.ts';

export type City = { readonly id: string; readonly name: string };

type CityMatch = City & {
  /** 0 to 1: how sure it is that the customer means this city. */
  readonly certainty: number;
};

export type CityMatches = {
  /** Best first, at most ten. */
  readonly matches: readonly CityMatch[];
  /** The one clear answer, if there is one: it may be chosen without asking. */
  readonly certain: City | undefined;
  /** The city that the shop chose for this spelling before, unless the list alone is certain. */
  readonly remembered: City | undefined;
};

/** What the shop chose for a spelling before. `contradicted`: it chose different cities. */
type CityChoice = { readonly cityId: string; readonly contradicted: boolean };

export { normaliseCity };

const most = 10;
const shown = 0.5;
const sure = 0.8;
const clearlyAhead = 0.1;
/** Misspelt: a distance of one in seven letters. Shorter names are too alike (Kotli, Kotri). */
const sureOfMisspelling = 0.85;

/**
 * Finds the courier's city that a customer's spelling means. Certain only when one answer is clearly the best: the
 * same name, a known other name, a whole city name within a longer text, or a long name with one letter wrong. An
 * earlier choice never overrules a certain match. It is proposed first, and is certain only for a spelling that names one
 * place, has no other candidate, and was always decided alike.
 */
export function matchCity(spelling: string, cities: readonly City[] | CityIndex, choice?: CityChoice): CityMatches {
  const index = 'entries' in cities && 'byToken' in cities ? cities : cityIndex(cities);
  const normalised = normaliseCity(spelling);
  if (normalised === '') return { matches: [], certain: undefined, remembered: undefined };

  const ranked = [...scores(spelling, normalised, index)]
    .filter(([, certainty]) => certainty >= shown)
    .toSorted(
      ([one, a], [other, b]) => b - a || one.name.length - other.name.length || (one.name < other.name ? -1 : 1),
    )
    .slice(0, most);
  const [best, next] = ranked;
  const clear = best && best[1] >= sure && best[1] - (next?.[1] ?? 0) >= (isSame(best[1]) ? 0.005 : clearlyAhead);
  const matches = ranked.map(([{ id, name }, certainty]) => ({ id, name, certainty }));
  if (clear) return { matches, certain: { id: best[0].id, name: best[0].name }, remembered: undefined };
  const chosen = index.byId.get(choice?.cityId ?? '');
  if (!chosen) return { matches, certain: undefined, remembered: undefined };
  const remembered = { id: chosen.id, name: chosen.name };
  const others = matches.filter(({ id }) => id !== chosen.id);
  const isCertain = others.length === 0 && !choice?.contradicted && !namesAnArea(normalised);
  return {
    matches: [{ ...remembered, certainty: isCertain ? 1 : sure - 0.01 }, ...others].slice(0, most),
    certain: isCertain ? remembered : undefined,
    remembered,
  };
}

type Entry = City & {
  readonly written: string;
  readonly meant: string;
  readonly joined: string;
  readonly tokens: readonly string[];
};

type CityIndex = {
  readonly entries: readonly Entry[];
  readonly byId: ReadonlyMap<string, Entry>;
  readonly byJoined: ReadonlyMap<string, readonly Entry[]>;
  readonly byToken: ReadonlyMap<string, readonly Entry[]>;
};

const indexes = new WeakMap<readonly City[], CityIndex>();

/** A list of cities made ready for matching; remembered for as long as the list itself is kept. */
function cityIndex(cities: readonly City[]): CityIndex {
  const known = indexes.get(cities);
  if (known) return known;
  // A courier may list a city twice.
  const unique = new Map(cities.map((city) => [city.id, city]));
  const entries = [...unique.values()].map(({ id, name }): Entry => {
    const meant = cityStandsFor(normaliseCity(name));
    return { id, name, written: plain(name), meant, joined: compact(meant), tokens: meant.split(' ') };
  });
  const index = {
    entries,
    byId: new Map(entries.map((entry) => [entry.id, entry])),
    byJoined: grouped(entries.map((entry) => [entry.joined, entry])),
    byToken: grouped(entries.flatMap((entry) => [...new Set(entry.tokens)].map((token) => [token, entry]))),
  };
  indexes.set(cities, index);
  return index;
}

function scores(spelling: string, normalised: string, index: CityIndex): Map<Entry, number> {
  const found = new Map<Entry, number>();
  const add = (entry: Entry, certainty: number) => {
    if (certainty > (found.get(entry) ?? 0)) found.set(entry, certainty);
  };
  const asked = [...new Set([normalised, withoutNoise(normalised)].map(cityStandsFor))];

  for (const meant of asked) {
    for (const entry of index.byJoined.get(compact(meant)) ?? []) {
      add(
        entry,
        entry.written === plain(spelling)
          ? 1
          : compact(normaliseCity(entry.name)) === compact(normalised)
            ? 0.99
            : 0.98,
      );
    }
  }
  const same = found.size > 0;
  for (const meant of asked) {
    for (const [entry, certainty] of byWords(meant, index)) add(entry, same ? certainty * 0.8 : certainty);
    if (!same) for (const [entry, certainty] of bySpelling(compact(meant), index)) add(entry, certainty);
  }
  return found;
}

/** Cities with a name that is part of the text ("Gulberg Lahore"), and cities with a name that contains the whole text. */
function* byWords(meant: string, index: CityIndex): Generator<[Entry, number]> {
  const words = [...new Set(meant.split(' '))];
  const tokens = new Set(words.flatMap((token) => [token, ...cityStandsFor(token).split(' ')]));
  const length = compact(meant).length;
  const near = new Set([...tokens].flatMap((token) => index.byToken.get(token) ?? []));
  for (const entry of near) {
    if (entry.tokens.every((token) => tokens.has(token))) {
      const certainty = 0.8 + 0.1 * Math.min(1, entry.joined.length / length);
      yield [entry, isNamedAfter(meant, entry.tokens) ? Math.min(certainty, sure - 0.01) : certainty];
    } else if (words.every((token) => entry.tokens.includes(token))) {
      yield [entry, 0.6 + (0.15 * length) / entry.joined.length];
    }
  }
}

function* bySpelling(joined: string, index: CityIndex): Generator<[Entry, number]> {
  for (const entry of index.entries) {
    const longer = Math.max(joined.length, entry.joined.length);
    if (Math.abs(joined.length - entry.joined.length) > longer * 0.4) continue;
    const likeness = 1 - distance(joined, entry.joined) / longer;
    if (likeness < shown) continue;
    const sureEnough = likeness >= sureOfMisspelling && joined[0] === entry.joined[0];
    yield [entry, sureEnough ? likeness : Math.min(likeness, sure - 0.01)];
  }
}

const isSame = (certainty: number) => certainty >= 0.97;

const plain = (name: string) => name.trim().toLowerCase().replace(/\s+/g, ' ');

function grouped<Value>(pairs: readonly (readonly [string, Value])[]): Map<string, Value[]> {
  const groups = new Map<string, Value[]>();
  for (const [key, value] of pairs) {
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}
