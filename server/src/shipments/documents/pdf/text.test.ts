import { expect, it } from 'vitest';
import { newDocument } from './draw-pages.ts';
import { drawText, hasMissing, heightOf, type TextStyle } from './text.ts';

const style: TextStyle = { size: 10 };

/** The drawn text from left to right, with its fonts. */
function drawn(
  text: string,
  width = 500,
  given: TextStyle = style,
): { words: string[]; height: number; fonts: string[] } {
  const doc = newDocument('test');
  doc.addPage();
  const pieces: { x: number; y: number; words: string }[] = [];
  const fonts = new Set<string>();
  const draw = doc.text.bind(doc);
  const use = doc.font.bind(doc);
  doc.font = (name: string) => {
    fonts.add(name);
    return use(name);
  };
  doc.text = (words: string, x?: unknown, y?: unknown, options?: object) => {
    pieces.push({ words, x: Number(x), y: Number(y) });
    return draw(words, Number(x), Number(y), options);
  };
  const height = drawText(doc, text, { x: 0, y: 0, width }, given);
  const sorted = pieces.toSorted((a, b) => a.y - b.y || a.x - b.x);
  return { words: sorted.map(({ words }) => words), height, fonts: [...fonts] };
}

it('places Urdu words from right to left', () => {
  expect(drawn('براہ کرم فون کریں')).toMatchObject({
    words: ['کریں', 'فون', 'کرم', 'براہ'],
    fonts: ['arabic-regular'],
  });
});

it('numbers and Latin words within Urdu keep their own direction', () => {
  expect(drawn('مکان نمبر 12، گلی 4').words).toEqual(['4', 'گلی', '،', '12', 'نمبر', 'مکان']);
  expect(drawn('فون please call کریں').words).toEqual(['کریں', 'please call', 'فون']);
});

it('text in a PDF draws Urdu digits so that a font which reverses Arabic script shows them in order', () => {
  expect(drawn('مکان نمبر ۱۲').words).toEqual(['۲۱', 'نمبر', 'مکان']);
  expect(drawn('House ۱۲ Street').words).toEqual(['House ', '۲۱', 'Street']);
});

it('text in a PDF keeps an Urdu name within an English line in its place', () => {
  expect(drawn('To عائشہ خان now').words.map((word) => word.trim())).toEqual(['To', 'خان', 'عائشہ', 'now']);
});

it('brackets around Urdu face the right way', () => {
  expect(drawn('گلبرگ (نزد مسجد)').words).toEqual(['(', 'مسجد', 'نزد', ')', 'گلبرگ']);
});

it('text in a PDF wraps at words, shows where text is cut, and breaks a word that is wider than the page', () => {
  const long = 'House 12, Street 4, Gulberg III, opposite the water tank';
  expect(drawn(long, 120).height).toBeGreaterThan(13);
  expect(drawn(long, 120, { ...style, lines: 1 }).words.at(-1)).toMatch(/…$/);
  expect(drawn('x'.repeat(200), 100).words.join('')).toBe('x'.repeat(200));
});

it('text in a PDF marks characters that no font has, and keeps all that people type', () => {
  expect(drawn('Café “Ā” — 👨‍👩‍👧 Rs 5').words.join('').replaceAll(' ', '')).toBe('Café“Ā”—\ufffdRs5');
  expect(drawn('مُحَمَّد').words).toEqual(['مُحَمَّد'.normalize('NFC')]);
  expect(hasMissing('Café “Ā” — Rs 5 ½')).toBe(false);
  expect(hasMissing('❹')).toBe(true);
});

it('text in a PDF is as high as heightOf says', () => {
  const doc = newDocument('test');
  doc.addPage();
  const text = 'one line\nand another one that is so long that it needs two of them';
  expect(heightOf(doc, text, 150, style)).toBe(drawText(doc, text, { x: 0, y: 0, width: 150 }, style));
});
