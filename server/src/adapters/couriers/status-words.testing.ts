import { expect, test } from 'vitest';
import type { StatusMeaning } from './courier.ts';

/** Shows what each word of a courier means, written as `INPROCESS, held` or `RTS, final`. */
export function describeStatusWords(
  meaningOf: (word: string) => StatusMeaning | undefined,
  words: Readonly<Record<string, readonly string[]>>,
): void {
  const cases = Object.entries(words).flatMap(([means, list]) => list.map((word) => [word, means] as const));

  test.each(cases)('%s means %s', (word, means) => {
    expect(inWords(meaningOf(word))).toBe(means);
    expect(inWords(meaningOf(`  ${word.toUpperCase().replaceAll(' ', '  ')} `))).toBe(means);
  });

  test.each(['', 'Delivered to neighbour', 'Not delivered', 'Something new', 'Return'.repeat(2)])(
    'the unknown words "%s" mean nothing',
    (word) => {
      expect(meaningOf(word)).toBeUndefined();
    },
  );

  test('only delivered, returned and cancelled parcels are final', () => {
    const finals = cases.flatMap(([word]) => meaningOf(word) ?? []).filter((meaning) => meaning.final);
    expect(finals.filter(({ status }) => !['DELIVERED', 'RTS', 'CANCELLED'].includes(status))).toEqual([]);
  });

  test('a parcel moves from its pick-up on, until it is cancelled', () => {
    const wrong = cases.filter(([word]) => {
      const { status = 'FULFILLED', moving = false } = meaningOf(word) ?? {};
      return moving !== !['FULFILLED', 'CANCELLED'].includes(status);
    });
    expect(wrong).toEqual([]);
  });
}

function inWords(meaning: StatusMeaning | undefined): string {
  if (!meaning) return 'nothing';
  return [meaning.status, meaning.final ? 'final' : '', meaning.attention ?? ''].filter(Boolean).join(', ');
}
