import { cutText } from '@courierdesk/contract/cut-text';
import { plainText } from '@courierdesk/contract/plain-text';
import bidiFactory, { type Bidi } from 'bidi-js';
import { faceOf, missing, type Face, type Weight } from './fonts.ts';
import type { Box } from './sizes.ts';

type Doc = PDFKit.PDFDocument;

// Its types declare an ES module, but Node loads the function itself.
const bidi = (bidiFactory as unknown as () => Bidi)();

export type TextStyle = {
  readonly size: number;
  readonly weight?: Weight;
  readonly colour?: string;
  readonly align?: 'start' | 'centre' | 'end';
  /** Maximum number of lines; the last one ends in `…` if there is more text. */
  readonly lines?: number;
  /** Line height as a factor of the size, default 1.3. Urdu needs at least that. */
  readonly leading?: number;
};

/** A part of a line in one font and one direction, in visual order from left to right. */
type Run = { text: string; face: Face; rtl: boolean };

/**
 * Draws text with shaping, right-to-left script and wrapping at words. A paragraph that begins in Urdu is aligned
 * right. Returns the height.
 */
export function drawText(doc: Doc, text: string, box: Omit<Box, 'height'>, style: TextStyle): number {
  const { size, lines: maxLines = Number.POSITIVE_INFINITY } = style;
  const leading = size * (style.leading ?? 1.3);
  let y = box.y;
  let left = maxLines;
  for (const paragraph of printable(text).split('\n')) {
    if (left <= 0) break;
    const lines = linesOf(doc, paragraph, box.width, style, left);
    const rtl = isRtl(paragraph);
    for (const line of lines) {
      const width = widthOf(doc, line, style);
      const align = style.align ?? 'start';
      const atRight = (align === 'start' && rtl) || (align === 'end' && !rtl);
      const x = align === 'centre' ? box.x + (box.width - width) / 2 : atRight ? box.x + box.width - width : box.x;
      drawLine(doc, line, rtl, { x, y: y + leading * 0.78 }, style);
      y += leading;
    }
    left -= lines.length;
  }
  return y - box.y;
}

export function heightOf(doc: Doc, text: string, width: number, style: TextStyle): number {
  const maxLines = style.lines ?? Number.POSITIVE_INFINITY;
  const count = printable(text)
    .split('\n')
    .reduce((sum, paragraph) => sum + linesOf(doc, paragraph, width, style, maxLines).length, 0);
  return Math.min(count, maxLines) * style.size * (style.leading ?? 1.3);
}

/** The largest size at which the text, in bold, fits on one line; the smallest if none does. */
export function boldSizeThatFits(doc: Doc, text: string, width: number, sizes: readonly number[]): number {
  return (
    sizes.find((size) => widthOf(doc, printable(text), { size, weight: 'bold' }) <= width) ??
    sizes[sizes.length - 1] ??
    6
  );
}

/**
 * Longer texts are cut, because no page has room for them and laying them out is slow. In UTF-16 units, like all
 * lengths here.
 */
const maxTextLength = 2_000;
/** Maximum letters per line. The narrowest letter is wider than 0.15 of its size, so longer lines need no measuring. */
const maxLineLength = (width: number, { size }: TextStyle): number => Math.ceil(width / (size * 0.15));

/** In plain letters and without control characters. What no font has becomes a visible mark. Line breaks stay. */
function printable(text: string): string {
  const known = plainText(cutText(text, maxTextLength))
    .replaceAll(/\r\n?|\u2028|\u2029/g, '\n')
    .replaceAll('\t', ' ')
    .replaceAll(controls, '')
    .trim();
  if ([...known].every(isKnown)) return known;
  return Array.from(graphemes.segment(known), ({ segment }) => knownPart(segment)).join('');
}

/** Decorations of a letter may go. An emoji may be several characters; it is one mark. */
function knownPart(grapheme: string): string {
  const characters = [...grapheme];
  if (characters.every(isKnown)) return grapheme;
  return characters.filter((character) => isKnown(character) && !joiner.test(character)).join('') || missing;
}

const joiner = /[\u200c\u200d]/;

const controls = /(?!\n)\p{Cc}/gu;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

const isKnown = (character: string): boolean => character === '\n' || faceOf(character) !== undefined;

/** Whether a visible mark is printed for some of its characters. */
export const hasMissing = (text: string): boolean => printable(text).includes(missing);

/** A style in which the whole text fits, in the largest of the sizes. Otherwise the smallest, cut to the height. */
export function styleThatFits(
  doc: Doc,
  text: string,
  { width, height }: Pick<Box, 'width' | 'height'>,
  style: TextStyle,
  smallest: number,
): TextStyle & { readonly isCut: boolean } {
  for (let { size } = style; ; size -= 0.5) {
    const smaller = { ...style, size: Math.max(size, smallest) };
    const isCut = heightOf(doc, text, width, smaller) > height + 0.01;
    if (!isCut) return { ...smaller, isCut };
    if (size > smallest) continue;
    const lines = Math.max(1, Math.floor((height + 0.01) / (smaller.size * (style.leading ?? 1.3))));
    return { ...smaller, lines: Math.min(lines, style.lines ?? lines), isCut };
  }
}

const isRtl = (text: string): boolean => (bidi.getEmbeddingLevels(text).paragraphs[0]?.level ?? 0) % 2 === 1;

function linesOf(doc: Doc, paragraph: string, width: number, style: TextStyle, maxLines: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of paragraph.split(/ +/)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (!isTooWide(doc, longer, width, style)) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
    while (line.length > 1 && isTooWide(doc, line, width, style)) {
      const part = partThatFits(doc, line, width, style);
      lines.push(part);
      line = line.slice(part.length);
    }
  }
  if (line !== '' || lines.length === 0) lines.push(line);
  if (lines.length <= maxLines) return lines;
  const kept = lines.slice(0, maxLines);
  let last = `${kept[maxLines - 1] ?? ''}…`;
  while (widthOf(doc, last, style) > width && last.length > 1) last = `${cutText(last, last.length - 2)}…`;
  return [...kept.slice(0, -1), last];
}

function partThatFits(doc: Doc, word: string, width: number, style: TextStyle): string {
  let [fits, tooLong] = [0, Math.min(word.length, maxLineLength(width, style))];
  while (tooLong - fits > 1) {
    const length = Math.ceil((fits + tooLong) / 2);
    if (widthOf(doc, word.slice(0, length), style) <= width) fits = length;
    else tooLong = length;
  }
  // At least one character, so that the loop ends.
  return cutText(word, fits) || String.fromCodePoint(word.codePointAt(0) ?? 0);
}

const isTooWide = (doc: Doc, line: string, width: number, style: TextStyle): boolean =>
  line.length > maxLineLength(width, style) || widthOf(doc, line, style) > width;

function widthOf(doc: Doc, line: string, style: TextStyle): number {
  return runsOf(line, false).reduce((sum, run) => sum + widthOfRun(doc, run, style), 0);
}

function widthOfRun(doc: Doc, run: Run, style: TextStyle): number {
  use(doc, run, style);
  return doc.widthOfString(run.text);
}

function drawLine(doc: Doc, line: string, rtl: boolean, at: { x: number; y: number }, style: TextStyle): void {
  let { x } = at;
  doc.fillColor(style.colour ?? '#000');
  for (const run of runsOf(line, rtl)) {
    const width = widthOfRun(doc, run, style);
    // Words of Arabic script are placed one by one: the font orders the letters of a word, and turns a space with them.
    let from = run.rtl ? x + width : x;
    for (const piece of run.rtl || run.face === 'arabic' ? run.text.split(/( +)/) : [run.text]) {
      if (piece === '') continue;
      const wide = doc.widthOfString(piece);
      if (run.rtl) from -= wide;
      if (piece.trim() !== '') doc.text(piece, from, at.y, { lineBreak: false, baseline: 'alphabetic' });
      if (!run.rtl) from += wide;
    }
    x += width;
  }
}

function use(doc: Doc, run: Run, style: TextStyle): void {
  doc.font(`${run.face}-${style.weight ?? 'regular'}`).fontSize(style.size);
}

/** Splits a line where direction or font changes, in visual order. */
function runsOf(line: string, rtl: boolean): Run[] {
  if (line === '') return [];
  const { levels } = bidi.getEmbeddingLevels(line, rtl ? 'rtl' : 'ltr');
  const facesAt = facesOf(line);
  const logical: { from: number; to: number; level: number; face: Face }[] = [];
  for (let index = 0; index < line.length; index += 1) {
    const level = levels[index] ?? 0;
    const face = facesAt[index] ?? 'latin';
    const last = logical.at(-1);
    if (last && last.level === level && last.face === face) last.to = index + 1;
    else logical.push({ from: index, to: index + 1, level, face });
  }
  return visual(logical).map(({ from, to, level, face }) => {
    const text = line.slice(from, to);
    const isReversed = level % 2 === 1;
    return { text: isReversed ? mirrored(text) : inFontOrder(text), face, rtl: isReversed };
  });
}

/** The font library reverses words of Arabic script. Urdu digits are of that script, but run from left to right. */
const inFontOrder = (text: string): string =>
  /\p{Script=Arabic}/u.test(text) ? text.replaceAll(/\S+/g, (word) => Array.from(word).toReversed().join('')) : text;

/** A space belongs to the run before it. */
function facesOf(line: string): Face[] {
  let current: Face = faceOf(line.trim()[0] ?? ' ') ?? 'latin';
  return Array.from({ length: line.length }, (_, index) => {
    const character = line[index] ?? ' ';
    if (character !== ' ') current = faceOf(character) ?? current;
    return current;
  });
}

/** Rule L2 of the Unicode bidirectional algorithm, over runs. */
function visual<Part extends { level: number }>(logical: readonly Part[]): Part[] {
  const parts = [...logical];
  const highest = Math.max(...parts.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1) {
    for (let from = 0; from < parts.length; from += 1) {
      if ((parts[from]?.level ?? 0) < level) continue;
      let to = from;
      while (to < parts.length && (parts[to]?.level ?? 0) >= level) to += 1;
      parts.splice(from, to - from, ...parts.slice(from, to).toReversed());
      from = to;
    }
  }
  return parts;
}

const mirrored = (text: string): string =>
  [...text].map((character) => bidi.getMirroredCharacter(character) ?? character).join('');
