import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFName,
  PDFRawStream,
  type PDFPage,
} from '@cantoo/pdf-lib';

/** The text on each page of a PDF, as far as its fonts say which letters they draw; pages of couriers are left out. */
export const pdfText = (pdf: PDFDocument): string[] => pdf.getPages().map(wordsOn);

function wordsOn(page: PDFPage): string {
  const fonts = lettersOf(page);
  const said: string[] = [];
  let letters: ReadonlyMap<string, string> | undefined;
  for (const [, font, array, single] of contentOf(page).matchAll(
    /\/(\w+) [\d.]+ Tf|\[([^\]]*)\] TJ|(<[0-9a-fA-F]+>) Tj/g,
  )) {
    if (font !== undefined) letters = fonts.get(font);
    else said.push(decoded(array ?? single ?? '', letters));
  }
  return said.join(' ');
}

function decoded(drawn: string, letters: ReadonlyMap<string, string> | undefined): string {
  const codes = [...drawn.matchAll(/<([0-9a-fA-F]+)>/g)].map(([, hex = '']) => hex.toLowerCase()).join('');
  if (!letters) return Buffer.from(codes, 'hex').toString('latin1');
  return (codes.match(/.{4}/g) ?? []).map((code) => letters.get(code) ?? '').join('');
}

/** The operators that draw a page, in the syntax of PDF. */
export function contentOf(page: PDFPage): string {
  const contents = page.node.Contents();
  const streams =
    contents instanceof PDFArray ? contents.asArray().map((ref) => page.doc.context.lookup(ref)) : [contents];
  return streams.map((stream) => textOf(stream)).join('\n');
}

const textOf = (stream: unknown): string =>
  stream instanceof PDFRawStream ? Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1') : '';

/** For each font of a page: its codes, and the letters they draw. */
function lettersOf(page: PDFPage): Map<string, ReadonlyMap<string, string>> {
  const fonts = page.node.Resources()?.lookupMaybe(PDFName.of('Font'), PDFDict);
  return new Map(
    (fonts?.keys() ?? []).flatMap((name) => {
      const table = textOf(fonts?.lookup(name, PDFDict).lookup(PDFName.of('ToUnicode')));
      return table ? [[name.decodeText(), codesIn(table)] as const] : [];
    }),
  );
}

/** `<0000> <0002> [<0020> <0041> <0042>]` */
function codesIn(table: string): Map<string, string> {
  const codes = new Map<string, string>();
  for (const [, from = '', list = ''] of table.matchAll(/<([0-9a-fA-F]+)> <[0-9a-fA-F]+> \[([^\]]*)\]/g)) {
    for (const [index, [, hex = '']] of [...list.matchAll(/<([0-9a-fA-F]*)>/g)].entries()) {
      const code = (Number.parseInt(from, 16) + index).toString(16).padStart(4, '0');
      codes.set(code, Buffer.from(hex, 'hex').swap16().toString('utf16le'));
    }
  }
  return codes;
}
