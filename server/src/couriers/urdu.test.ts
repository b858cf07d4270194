import type { Company } from '@courierdesk/contract/companies';
import { expect, test } from 'vitest';
import type { Courier } from './courier.ts';
import { leopardWords } from './leopard/statuses.ts';
import { leopardInUrdu } from './leopard/urdu.ts';
import { mnpWords } from './mnp/statuses.ts';
import { mnpInUrdu } from './mnp/urdu.ts';
import { postexCodes, postexWords } from './postex/statuses.ts';
import { postexInUrdu } from './postex/urdu.ts';
import type { StatusWords } from './status-table.ts';
import { tcsCodes, tcsWords } from './tcs/statuses.ts';
import { tcsInUrdu } from './tcs/urdu.ts';

/** The vocabulary of each courier's adapter. */
const couriers: Record<
  Company,
  { inUrdu: Courier['inUrdu']; words: StatusWords; codes?: Readonly<Record<string, unknown>> }
> = {
  LEOPARD: { inUrdu: leopardInUrdu, words: leopardWords },
  MNP: { inUrdu: mnpInUrdu, words: mnpWords },
  POSTEX: { inUrdu: postexInUrdu, words: postexWords, codes: postexCodes },
  TCS: { inUrdu: tcsInUrdu, words: tcsWords, codes: tcsCodes },
};

const isUrdu = (sentence: string | undefined): boolean =>
  /^[\p{Script=Arabic}\p{M}\p{P}\p{Zs}]+$/u.test(sentence ?? '');

test.each(Object.entries(couriers))('every word that %s is known to use is said in Urdu', (_, { inUrdu, words }) => {
  const all = words.flatMap(([, list]) => list);
  expect(all.length).toBeGreaterThan(15);
  expect(all.filter((word) => !isUrdu(inUrdu(word, '')))).toEqual([]);
  expect(all.filter((word) => !isUrdu(inUrdu(` ${word.toUpperCase().replaceAll(' ', '  ')} `, '')))).toEqual([]);
});

test.each(['POSTEX', 'TCS'] as const)('every code of %s is said in Urdu, whatever words come with it', (company) => {
  const { inUrdu, codes = {} } = couriers[company];
  expect(Object.keys(codes).filter((code) => !isUrdu(inUrdu('Words of tomorrow', code)))).toEqual([]);
});

test.each(Object.entries(couriers))('words that %s has not used before have no Urdu', (_, { inUrdu }) => {
  for (const words of ['', 'Delivered to neighbour', 'Handed to the drone', '__proto__', 'constructor'])
    expect(inUrdu(words, '')).toBeUndefined();
});

test('a place or reason that follows the words stays as the courier wrote it', () => {
  expect(tcsInUrdu('Arrived at KARACHI', '')).toBe('پارسل \u2068KARACHI\u2069 پہنچ گیا');
  expect(tcsInUrdu('Departed from TCS Facility', '')).toBe('پارسل اگلے مرکز کے لیے روانہ ہو گیا');
  expect(postexInUrdu('Departed to MULTAN', '0033')).toBe('پارسل \u2068MULTAN\u2069 کے لیے روانہ ہو گیا');
  expect(postexInUrdu('Attempt Made: CNA(CUSTOMER NOT AVAILABLE)', '0013')).toContain(
    '\u2068CNA(CUSTOMER NOT AVAILABLE)\u2069',
  );
});

test.each(['En-Route to {14} warehouse', 'En-Route to Lahore warehouse', 'At MY SHOP Warehouse'])(
  'PostEx’s "%s" is said in Urdu',
  (words) => {
    expect(isUrdu(postexInUrdu(words, ''))).toBe(true);
  },
);
