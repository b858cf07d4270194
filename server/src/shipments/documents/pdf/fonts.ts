import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { sfntOf } from './sfnt.ts';

type Doc = PDFKit.PDFDocument;

export type Weight = 'regular' | 'bold';
export type Face = 'latin' | 'latin-ext' | 'arabic';

const resolve = createRequire(import.meta.url).resolve;
const bytes = (file: string): Buffer => sfntOf(readFileSync(resolve(file)));

/** Read once per process; a document embeds only the glyphs it uses. */
const faces: Record<`${Face}-${Weight}`, Buffer> = {
  'latin-regular': bytes('@fontsource/inter/files/inter-latin-400-normal.woff'),
  'latin-bold': bytes('@fontsource/inter/files/inter-latin-700-normal.woff'),
  'latin-ext-regular': bytes('@fontsource/inter/files/inter-latin-ext-400-normal.woff'),
  'latin-ext-bold': bytes('@fontsource/inter/files/inter-latin-ext-700-normal.woff'),
  'arabic-regular': bytes('@fontsource/noto-naskh-arabic/files/noto-naskh-arabic-arabic-400-normal.woff'),
  'arabic-bold': bytes('@fontsource/noto-naskh-arabic/files/noto-naskh-arabic-arabic-700-normal.woff'),
};

export function registerFonts(doc: Doc): void {
  for (const [name, font] of Object.entries(faces)) doc.registerFont(name, font);
}

/** Drawn as an empty box, in place of a character that no font has. */
export const missing = '\ufffd';

const arabic = /[\u064b-\u0655\u0670\p{Script=Arabic}\u060c\u061b\u061f\u0640\u200c\u200d]/u;
const notInArabic = /[\u088f\u0897\ufbc3-\ufbd2\ufd90\ufd91\ufdc8-\ufdce\u{10000}-\u{1ffff}]/u;
const basic =
  /[\u0020-\u007e\u00a0-\u00ac\u00ae-\u00ff\u0131\u0152\u0153\u02bb-\u02bc\u02c6\u02da\u02dc\u2002\u2009\u2013\u2014\u2018-\u201a\u201c-\u201e\u2022\u2026\u2032\u2033\u2039\u203a\u2044\u20ac\u2122\u2191\u2193\u2212\ufffd]/u;
const extended =
  /[\u0100-\u0148\u014a-\u01c3\u01c5-\u024f\u0259\u1e00-\u1e9b\u1e9d-\u1e9f\u1ef2-\u1eff\u20a0-\u20af\u20b1-\u20b5\u20b8-\u20ba\u20bc-\u20bf]/u;

/** The font that has this character; undefined if none has it. */
export function faceOf(character: string): Face | undefined {
  if (arabic.test(character)) return notInArabic.test(character) ? undefined : 'arabic';
  if (basic.test(character)) return 'latin';
  return extended.test(character) ? 'latin-ext' : undefined;
}
