import { degrees, PDFDocument, PDFName, PDFRawStream, decodePDFRawStream, StandardFonts } from '@cantoo/pdf-lib';
import { expect, it } from 'vitest';
import { openPdf, pagesOf, placePage } from './courier-pages.ts';

/** A label of 288 by 432 points with a word near its lower left corner, as a viewer shows it. */
async function aLabel(turn: 0 | 90 | 180 | 270): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const page = document.addPage([600, 800]);
  page.drawText('LE750', { x: 100, y: 200, size: 10, font: await document.embedFont(StandardFonts.Helvetica) });
  if (turn % 180 === 0) page.setCropBox(50, 150, 288, 432);
  else page.setCropBox(50, 150, 432, 288);
  page.setRotation(degrees(turn));
  return document.save();
}

/** Where the corner of the page's crop box is drawn, and how far it is turned: the numbers of `cm`. */
async function placed(turn: 0 | 90 | 180 | 270): Promise<{ size: readonly number[]; matrix: number[] }> {
  const source = await openPdf(await aLabel(turn));
  if (!source) throw new Error('the label cannot be read');
  const [page] = pagesOf(source, 0);
  const whole = await PDFDocument.create();
  const target = whole.addPage([600, 800]);
  await placePage(whole, target, source, 0, { x: 10, y: 20, width: 144, height: 216 });
  const saved = await PDFDocument.load(await whole.save());
  const stream = saved.getPage(0).node.Contents();
  const parts = stream && 'asArray' in stream ? stream.asArray().map((ref) => saved.context.lookup(ref)) : [stream];
  const drawn = parts
    .map((part) => (part instanceof PDFRawStream ? Buffer.from(decodePDFRawStream(part).decode()).toString() : ''))
    .join('\n');
  const matrices = [...drawn.matchAll(/((?:-?[\d.e-]+ ){6})cm/g)].map(([, six = '']) =>
    six.trim().split(' ').map(Number),
  );
  expect(saved.getPage(0).node.Resources()?.has(PDFName.of('XObject'))).toBe(true);
  return { size: page?.size ?? [], matrix: matrices.reduce(multiplied, [1, 0, 0, 1, 0, 0]) };
}

function multiplied(outer: number[], inner: number[]): number[] {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = outer;
  const [p = 0, q = 0, r = 0, s = 0, t = 0, u = 0] = inner;
  return [a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s, a * t + c * u + e, b * t + d * u + f];
}

/** In the box from (10, 564) to (154, 780), which is 20 points below the upper edge. */
it.each([
  [0, [10, 564], [154, 780]],
  [90, [10, 780], [154, 564]],
  [180, [154, 780], [10, 564]],
  [270, [154, 564], [10, 780]],
] as const)('a label that is turned by %s degrees and cropped fills its place upright', async (turn, from, to) => {
  const { size, matrix } = await placed(turn);
  expect(size).toEqual([288, 432]);
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = matrix;
  const [width, height] = turn % 180 === 0 ? [288, 432] : [432, 288];
  const at = (x: number, y: number) => [Math.round(a * x + c * y + e), Math.round(b * x + d * y + f)];
  expect(at(0, 0)).toEqual(from);
  expect(at(width, height)).toEqual(to);
});
