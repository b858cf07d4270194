import { expect, test } from 'vitest';
import { asMobile, normalisePhone, spellingsOf, startOfPhone } from './phones.ts';

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
])('a mobile number of two in one field (%s) the first is taken and the second is handed back', (text) => {
  expect(normalisePhone(text)).toEqual({ phone: '03001234567', second: '03217654321' });
});

test('written twice is one number', () => {
  expect(normalisePhone('03001234567, +92 300 1234567')).toEqual({ phone: '03001234567' });
});

test.each([
  '+1 347 555 1234',
  '(347) 555-1234',
  '1-347-555-1234',
  '001 347 555 1234',
  '+1.347.555.1234',
  '+1 3475551234',
  '+1 305 555 0123',
  '+39 320 1234567',
  '+39 320 123 4567',
  '+393201234567',
  '+44 330 123 4567',
  '0049 30 1234 5678',
  '+90 312 345 67 89',
  '042 35761234 21',
  '042 35761234 ext 21',
  '021-35123456-78',
  '+971 50 123 4567',
])('the foreign number or landline %s never becomes a mobile number', (text) => {
  expect(normalisePhone(text).phone).toBeUndefined();
  expect(asMobile(text)).toBe(text);
});

test.each([
  ['+1 347 555 1234 / 0300 1234567', '03001234567'],
  ['+1 347 555 1234, +923001234567', '03001234567'],
  ['042 35761234 21 or 0300-1234567', '03001234567'],
])('in %s only the real mobile number counts', (text, phone) => {
  expect(normalisePhone(text)).toEqual({ phone });
});

test('ten digits without a prefix are a mobile number only for an address in Pakistan', () => {
  expect(normalisePhone('347 555 1234')).toEqual({ phone: '03475551234' });
  expect(normalisePhone('347 555 1234', { abroad: true })).toEqual({ problem: 'foreign' });
  expect(normalisePhone('0347 5551234', { abroad: true })).toEqual({ phone: '03475551234' });
});

test('no number with another country code becomes a mobile number, however it is spaced', () => {
  for (let code = 1; code <= 998; code += 1) {
    if (String(code).startsWith('92') || '92'.startsWith(String(code))) continue;
    for (const start of ['+', '00', '+ ', '00 '])
      for (const rest of [
        '3001234567',
        ' 300 1234567',
        '-300-123-4567',
        ' (300) 123 4567',
        '300123456',
        ' 30 01 23 45 67',
      ])
        expect.soft(normalisePhone(`${start}${code}${rest}`).phone, `${start}${code}${rest}`).toBeUndefined();
  }
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
  ['021-356', '021356'],
  ['۰۳۰۰', '0300'],
  ['LE 7500 0001', 'LE75000001'],
  ['KI75-0001', 'KI750001'],
  ['7794-1230-0021', '779412300021'],
  ['۷۷۹۴۱۲۳۰۰۰۲۱', '779412300021'],
  ['#۱۰۴۳', '#1043'],
  ['𝓐𝓵𝓲 𝐊𝐡𝐚𝐧', 'Ali Khan'],
  ['Ali\u00a0Khan', 'Ali Khan'],
  ['ﻻﮨﻮﺭ', 'لاہور'],
])('%s is looked for as %s too', (words, other) => {
  expect(spellingsOf(words)).toEqual([words, other]);
});

test('a number in Urdu digits and groups is looked for in Latin digits, with and without the groups', () => {
  expect(spellingsOf('۷۷۹۴ ۱۲۳۰')).toEqual(['۷۷۹۴ ۱۲۳۰', '7794 1230', '77941230']);
});

test.each([
  'Ayesha Khan',
  '#1043',
  '03001234567',
  '3001234567',
  '92300',
  '26704560000656',
  'KI750001',
  '+92',
  'House 12',
  '1001-2',
])('%s is looked for as it is', (words) => {
  expect(spellingsOf(words)).toEqual([words]);
});

test.each([
  ['۰۳۰۰', '0300'],
  ['+92 (0)300-12', '030012'],
  ['۹۲ ۳۰۰', '0300'],
  ['021 356', '021356'],
  ['0300 1234567', '03001234567'],
  ['+971 50 1', '+971501'],
])('numbers that begin with %s are stored with %s', (text, start) => {
  expect(startOfPhone(text)).toBe(start);
});

test('a phone field with two numbers keeps both as they were written', () => {
  expect(asMobile('+92 300 1234567')).toBe('03001234567');
  expect(asMobile('0300 1234567 / 0321 7654321')).toBe('0300 1234567 / 0321 7654321');
});
