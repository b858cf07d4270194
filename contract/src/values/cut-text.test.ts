import { expect, it } from 'vitest';
import { cutText } from './cut-text.ts';

it.each([
  ['a text within the limit stays as it is', 'Lahore 🚚', 9, 'Lahore 🚚'],
  ['plain letters are cut at the limit', 'Karachi', 4, 'Kara'],
  ['an emoji is left out rather than halved', 'abc🚚def', 4, 'abc'],
  ['an emoji that ends at the limit is kept', 'abc🚚def', 5, 'abc🚚'],
  ['a family is one character', 'ab👨‍👩‍👧cd', 9, 'ab'],
  ['a flag is one character', 'a🇵🇰🇵🇰', 5, 'a🇵🇰'],
  ['an accent stays with its letter', 'cafe\u0301s', 4, 'caf'],
  ['an Urdu vowel mark stays with its letter', 'مُحَمَّد', 3, 'مُ'],
  ['a character longer than the limit is cut between code points', '🚚🚚', 1, ''],
  ['a letter with more accents than the limit is cut between them', `a${'\u0301'.repeat(9)}`, 4, 'a\u0301\u0301\u0301'],
])('%s', (_, text, maxLength, expected) => {
  expect(cutText(text, maxLength)).toBe(expected);
});

it('never leaves half a pair and never exceeds the limit, wherever it cuts', () => {
  const text = 'آ👩🏽‍🚒 Ü\u0308 🇵🇰🇵🇰 नि é 𝒳x👨‍👩‍👧';
  for (let maxLength = 0; maxLength <= text.length; maxLength += 1) {
    const cut = cutText(text, maxLength);
    expect(cut.isWellFormed()).toBe(true);
    expect(cut.length).toBeLessThanOrEqual(maxLength);
    expect(text.startsWith(cut)).toBe(true);
  }
});
