import { describe, expect, test } from 'vitest';
import { asMobile, normalisePhone, spellingsOf } from './phones.ts';

describe('a mobile number', () => {
  test.each([
    '03001234567',
    '0300 1234567',
    '0300-1234567',
    '0300-123 45 67',
    '+923001234567',
    '+92 300 1234567',
    '+92 (0) 300 1234567',
    '(+92) 300 1234567',
    '+92-0300-1234567',
    '00923001234567',
    '923001234567',
    '92 0300 1234567',
    '3001234567',
    '۰۳۰۰۱۲۳۴۵۶۷',
    '٠٣٠٠١٢٣٤٥٦٧',
    '\u202a+92 300 1234567\u202c',
    'Ali: 0300.1234567',
    '021-35678901 / 0300 1234567',
  ])('%s becomes 03001234567', (text) => {
    expect(normalisePhone(text)).toEqual({ phone: '03001234567' });
  });

  test.each([
    '03001234567 / 03217654321',
    '0300 1234567 0321 7654321',
    '03001234567,03217654321',
    '+923001234567 or 3217654321',
  ])('of two in one field (%s) the first is taken and the second is handed back', (text) => {
    expect(normalisePhone(text)).toEqual({ phone: '03001234567', second: '03217654321' });
  });

  test('written twice is one number', () => {
    expect(normalisePhone('03001234567, +92 300 1234567')).toEqual({ phone: '03001234567' });
  });
});

test.each([
  ['', 'missing'],
  ['   ', 'missing'],
  ['call me', 'missing'],
  ['021-35678901', 'not-a-mobile'],
  ['042 111 222 333', 'not-a-mobile'],
  ['0300123456', 'too-short'],
  ['+92 300 123', 'too-short'],
  ['030012345678', 'too-long'],
  ['+971 50 123 4567', 'foreign'],
  ['0044 7911 123456', 'foreign'],
])('%j has the problem %s', (text, problem) => {
  expect(normalisePhone(text)).toEqual({ problem });
});

test.each([
  ['+92 300 1234567', '03001234567'],
  ['0300-1234567', '03001234567'],
  ['923001234567', '03001234567'],
  ['۰۳۰۰۱۲۳۴۵۶۷', '03001234567'],
  ['0300-123', '0300123'],
  ['+92 300 12', '030012'],
])('%s is looked for as the phone %s too', (words, phone) => {
  expect(spellingsOf(words)).toEqual([words, phone]);
});

test.each([
  'Ayesha Khan',
  '#1043',
  '03001234567',
  '3001234567',
  '92300',
  '26704560000656',
  'KI75-0001',
  '+92',
  '021-356',
])('%s is looked for as it is', (words) => {
  expect(spellingsOf(words)).toEqual([words]);
});

test('a phone field with two numbers keeps both as they were written', () => {
  expect(asMobile('+92 300 1234567')).toBe('03001234567');
  expect(asMobile('0300 1234567 / 0321 7654321')).toBe('0300 1234567 / 0321 7654321');
});
