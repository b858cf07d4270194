import { cutText } from '@courierdesk/contract/cut-text';
import bidiFactory, { type Bidi } from 'bidi-js';
import { faceOf, type Face, type Weight } from './fonts.ts';
import type { Box } from './sizes.ts';

type Doc = PDFKit.PDFDocument;

// Its types name an ES module; what Node loads is the function itself.
const bidi = (bidiFactory as unknown as () => Bidi)();

export type TextStyle = {
  readonly size: number;
  readonly weight?: Weight;
  readonly colour?: string;
  readonly align?: 'start' | 'centre' | 'end';
  /** Lines at most; the last ends in `…` when there is more. */
  readonly lines?: number;
  /** Height of a line in sizes; 1.3 unless told. Urdu needs no less. */
  readonly leading?: number;
};

/** A piece of a line in one font and one direction, as it stands from left to right. */
type Run = { text: string; face: Face; rtl: boolean };

/**
 * Text as people write it: shaped, right to left where it is, wrapped at words. A paragraph whose first letter is
 * Urdu starts at the right. Answers how high it became.
 */
export function drawText(doc: Doc, text: string, box: Omit<Box, 'height'>, style: TextStyle): number {
  const { size, lines: most = Number.POSITIVE_INFINITY } = style;
  const leading = size * (style.leading ?? 1.3);
  let y = box.y;
  let left = most;
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
  const most = style.lines ?? Number.POSITIVE_INFINITY;
  const count = printable(text)
    .split('\n')
    .reduce((sum, paragraph) => sum + linesOf(doc, paragraph, width, style, most).length, 0);
  return Math.min(count, most) * style.size * (style.leading ?? 1.3);
}

/** The largest of the sizes at which the text fits a line; the smallest when none does. */
export function sizeThatFits(doc: Doc, text: string, width: number, weight: Weight, sizes: readonly number[]): number {
  return sizes.find((size) => widthOf(doc, printable(text), { size, weight }) <= width) ?? sizes[sizes.length - 1] ?? 6;
}

/** Longer texts are cut: no paper has room for more, and setting them takes long. In UTF-16 units, as all lengths here. */
const maxTextLength = 2_000;
/** Letters that a line may hold; the narrowest are wider than 0.15 of their size, so longer lines need no measuring. */
const maxLineLength = (width: number, { size }: TextStyle): number => Math.ceil(width / (size * 0.15));

/** Lines end where people end them; what has no letter of ours (emoji, controls) is left out. */
const printable = (text: string): string =>
  [
    ...cutText(text, maxTextLength)
      .normalize('NFC')
      .replaceAll(/\r\n?|\u2028|\u2029/g, '\n')
      .replaceAll('\t', ' '),
  ]
    .filter((character) => character === '\n' || (!/\p{Cc}/u.test(character) && faceOf(character) !== undefined))
    .join('')
    .trim();

const isRtl = (text: string): boolean => (bidi.getEmbeddingLevels(text).paragraphs[0]?.level ?? 0) % 2 === 1;

function linesOf(doc: Doc, paragraph: string, width: number, style: TextStyle, most: number): string[] {
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
  if (lines.length <= most) return lines;
  const kept = lines.slice(0, most);
  let last = `${kept[most - 1] ?? ''}…`;
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
  // At least one character, so that the rest gets shorter.
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
    // Words of a run stand from right to left too; the font turns the letters within a word.
    let from = run.rtl ? x + width : x;
    for (const piece of run.rtl ? run.text.split(/( +)/) : [run.text]) {
      if (piece === '') continue;
      const wide = doc.widthOfString(piece);
      if (run.rtl) from -= wide;
      if (piece.trim() !== '') doc.text(piece, from, at.y, { lineBreak: false, baseline: 'alphabetic' });
    }
    x += width;
  }
}

function use(doc: Doc, run: Run, style: TextStyle): void {
  doc.font(`${run.face}-${style.weight ?? 'regular'}`).fontSize(style.size);
}

/** The line cut where direction or font changes, in the order it stands on paper. */
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
  return visual(logical).map(({ from, to, level, face }) => ({
    text: level % 2 === 1 ? mirrored(line.slice(from, to)) : line.slice(from, to),
    face,
    rtl: level % 2 === 1,
  }));
}

/** Spaces and such belong to the run they stand in. */
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
