import type { Company } from '@courierdesk/contract/companies';
import { expect, test } from 'vitest';
import type { Courier, PlainWords } from './courier.ts';
import { leopardWords } from './leopard/statuses.ts';
import { leopardInPlainWords } from './leopard/plain-words.ts';
import { mnpWords } from './mnp/statuses.ts';
import { mnpInPlainWords } from './mnp/plain-words.ts';
import { postexCodes, postexWords } from './postex/statuses.ts';
import { postexInPlainWords } from './postex/plain-words.ts';
import type { StatusWords } from './status-table.ts';
import { tcsCodes, tcsWords } from './tcs/statuses.ts';
import { tcsInPlainWords } from './tcs/plain-words.ts';

/** The vocabulary of each courier's adapter. */
const couriers: Record<
  Company,
  { inPlainWords: Courier['inPlainWords']; words: StatusWords; codes?: Readonly<Record<string, unknown>> }
> = {
  LEOPARD: { inPlainWords: leopardInPlainWords, words: leopardWords },
  MNP: { inPlainWords: mnpInPlainWords, words: mnpWords },
  POSTEX: { inPlainWords: postexInPlainWords, words: postexWords, codes: postexCodes },
  TCS: { inPlainWords: tcsInPlainWords, words: tcsWords, codes: tcsCodes },
};

const isPlain = (said: PlainWords | undefined): boolean =>
  /^[A-Z][a-z’':, ]+$/.test(said?.en ?? '') && /^[\p{Script=Arabic}\p{M}\p{P}\p{Zs}]+$/u.test(said?.ur ?? '');

test.each(Object.entries(couriers))(
  'every word that %s is known to use is said plainly in English and Urdu',
  (_, { inPlainWords, words }) => {
    const all = words.flatMap(([, list]) => list);
    expect(all.length).toBeGreaterThan(15);
    expect(all.filter((word) => !isPlain(inPlainWords(word, '')))).toEqual([]);
    expect(all.filter((word) => !isPlain(inPlainWords(` ${word.toUpperCase().replaceAll(' ', '  ')} `, '')))).toEqual(
      [],
    );
  },
);

test.each(['POSTEX', 'TCS'] as const)('every code of %s is said plainly, whatever words come with it', (company) => {
  const { inPlainWords, codes = {} } = couriers[company];
  expect(Object.keys(codes).filter((code) => !isPlain(inPlainWords('Words of tomorrow', code)))).toEqual([]);
});

test.each(Object.entries(couriers))('words that %s has not used before have no plain words', (_, { inPlainWords }) => {
  for (const words of ['', 'Delivered to neighbour', 'Handed to the drone', '__proto__', 'constructor'])
    expect(inPlainWords(words, '')).toBeUndefined();
});

test('a place or reason that follows the words stays as the courier wrote it', () => {
  expect(tcsInPlainWords('Arrived at KARACHI', '')).toEqual({
    en: 'Arrived at KARACHI',
    ur: 'پارسل \u2068KARACHI\u2069 پہنچ گیا',
  });
  expect(tcsInPlainWords('Departed from TCS Facility', '')?.ur).toBe('پارسل اگلے مرکز کے لیے روانہ ہو گیا');
  expect(postexInPlainWords('Departed to MULTAN', '0033')).toEqual({
    en: 'Left for MULTAN',
    ur: 'پارسل \u2068MULTAN\u2069 کے لیے روانہ ہو گیا',
  });
  const attempt = postexInPlainWords('Attempt Made: CNA(CUSTOMER NOT AVAILABLE)', '0013');
  expect(attempt?.en).toBe('The courier tried to deliver it and could not: CNA(CUSTOMER NOT AVAILABLE)');
  expect(attempt?.ur).toContain('\u2068CNA(CUSTOMER NOT AVAILABLE)\u2069');
});

test.each(['En-Route to {14} warehouse', 'En-Route to Lahore warehouse', 'At MY SHOP Warehouse'])(
  'PostEx’s "%s" is said plainly',
  (words) => {
    expect(isPlain(postexInPlainWords(words, ''))).toBe(true);
  },
);
