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

const arabic = /[\p{Script=Arabic}\u060c\u061b\u061f\u0640\u200c\u200d]/u;
const basic =
  /[\u0020-\u007e\u00a0-\u00ff\u0131\u0152\u0153\u02bb-\u02bc\u02c6\u02da\u02dc\u2000-\u200b\u2010-\u2027\u202f-\u206f\u20ac\u2122\u2191\u2193\u2212\u2215]/u;
const extended = /[\u0100-\u024f\u0259\u1e00-\u1eff\u20a0-\u20bf]/u;

/** The font that has this character; undefined if none has it. */
export function faceOf(character: string): Face | undefined {
  if (arabic.test(character)) return 'arabic';
  if (basic.test(character)) return 'latin';
  return extended.test(character) ? 'latin-ext' : undefined;
}
