import bwip from 'bwip-js/node';
import type { Box } from './sizes.ts';

type Doc = PDFKit.PDFDocument;

/** Draws a Code 128 barcode over the width of the box, including quiet zones. */
export function drawBarcode(doc: Doc, text: string, box: Box): void {
  const [symbol] = bwip.raw('code128', text);
  if (!symbol || !('sbs' in symbol)) return;
  const bars = [...symbol.sbs];
  const quiet = 10;
  const modules = bars.reduce((sum, bar) => sum + bar, 0) + 2 * quiet;
  const module = Math.min(box.width / modules, 2);
  let x = box.x + (box.width - modules * module) / 2 + quiet * module;
  for (const [index, bar] of bars.entries()) {
    if (index % 2 === 0) doc.rect(x, box.y, bar * module, box.height);
    x += bar * module;
  }
  doc.fill('#000');
}

/** Draws a QR code in a square of the box's width, including its quiet zone. */
export function drawQr(doc: Doc, text: string, box: Pick<Box, 'x' | 'y' | 'width'>): void {
  const [symbol] = bwip.raw('qrcode', text, 'eclevel=M');
  if (!symbol || !('pixs' in symbol)) return;
  const quiet = 2;
  const module = box.width / (symbol.pixx + 2 * quiet);
  for (let row = 0; row < symbol.pixy; row += 1) {
    for (let column = 0; column < symbol.pixx; column += 1) {
      if (symbol.pixs[row * symbol.pixx + column] !== 1) continue;
      // Slightly wider than its cell, so that PDF viewers draw no gaps.
      doc.rect(box.x + (column + quiet) * module, box.y + (row + quiet) * module, module + 0.05, module + 0.05);
    }
  }
  doc.fill('#000');
}
