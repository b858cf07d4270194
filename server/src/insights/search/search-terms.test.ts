import { expect, test } from 'vitest';
import { nameMatches, orderMatches, phoneMatches, searchTerms } from './search-terms.ts';

test.each([
  ['03001234567', 'whole', '03001234567'],
  ['0300 1234567', 'whole', '03001234567'],
  ['+92 300 1234567', 'whole', '03001234567'],
  ['۰۳۰۰۱۲۳۴۵۶۷', 'whole', '03001234567'],
  ['0300 123', 'beginning', '0300123'],
  ['+92 300 12', 'beginning', '030012'],
  ['34567', 'end', '34567'],
  ['021-35678901', 'end', '02135678901'],
])('%s is the %s of a phone', (text, kind, digits) => {
  expect(searchTerms(text).phone).toEqual({ kind, digits });
});

test.each(['4567', '#1043', 'KI7510', 'Ayesha', '54470001234567'])('%s is no phone', (text) => {
  expect(searchTerms(text).phone).toBeUndefined();
});

test.each([
  ['1043', '#1043'],
  ['#1043', '#1043'],
  ['# 1043', '#1043'],
  ['CD1043', '#1043'],
  ['cd1043', 'CD1043'],
  ['1043', 'KI-1043'],
  ['1043', 'KI24-1043'],
  ['1043', '#1041, #1043'],
  ['ki75-0001', 'KI75-0001'],
])('%s means the order %s', (text, name) => {
  expect(orderMatches(name, searchTerms(text).order)).toBe(true);
});

test.each([
  ['104', '#1043'],
  ['#1043', 'KI-1043'],
  ['0300', '#300'],
])('%s does not mean the order %s', (text, name) => {
  expect(orderMatches(name, searchTerms(text).order)).toBe(false);
});

test('words begin words of a name, in any order and letter case', () => {
  const { words } = searchTerms('  KHA  ay ');
  expect(nameMatches('Ayesha Bibi Khan', words)).toBe(true);
  expect(nameMatches('Ayesha Bibi', words)).toBe(false);
  expect(nameMatches('Shahkhan Ayub', words)).toBe(false);
  expect(nameMatches('محمد عمران', searchTerms('عمر').words)).toBe(true);
});

test('the last digits of a phone match it however it is written', () => {
  expect(phoneMatches('021-356 78901', searchTerms('78901').phone)).toBe(true);
  expect(phoneMatches('03001234567', searchTerms('23456').phone)).toBe(false);
});
