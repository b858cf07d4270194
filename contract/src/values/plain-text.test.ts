import { expect, test } from 'vitest';
import { plainText } from './plain-text.ts';

test.each([
  ['𝓐𝓵𝓲 𝐊𝐡𝐚𝐧', 'Ali Khan'],
  ['House 5️⃣ 𝟒𝟕, Street １２', 'House 5 47, Street 12'],
  ['№ 9 ½, Ｂｌｏｃｋ Ⓒ', 'No 9 1/2, Block C'],
  ['House 9½', 'House 9 1/2'],
  ['Flat 4①', 'Flat 4 1'],
  ['10⁵ and ⁴⁷', '10⁵ and 47'],
  ['Gulberg\u00a0III\u200b, Block\u2011B', 'Gulberg III, Block-B'],
  ['\u202a0300 1234567\u202c', '0300 1234567'],
  ['ﻻﮨﻮﺭ', 'لاہور'],
  ['محمّد ﷴ', 'محمّد محمد'],
])('%s is read as %s', (written, read) => {
  expect(plainText(written)).toBe(read);
  expect(plainText(read)).toBe(read);
});

test.each([
  'عائشہ خان، مکان نمبر ۱۲، گلی ٤',
  'نیو‌سٹی می‌خواہم',
  'مُحَمَّد، لِلّٰہ ۓ ۂ ئے',
  'Café “Ā” — Ali´s 20 m² × 3… Brand™ ₨ 500 €5',
  'Sara 🌸 ❹',
  'ʼAlī ˜ ¨',
])('%s stays as it is', (text) => expect(plainText(text)).toBe(text));
