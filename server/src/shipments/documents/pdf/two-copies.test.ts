import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { expect, it } from 'vitest';
import { contentOf } from '../../../testing/pdf-text.ts';
import { duplicateLoadSheet } from './two-copies.ts';

it('a courier’s load sheet names every parcel that was cancelled since within the page, below what the courier printed', async () => {
  const source = await PDFDocument.create();
  source.addPage([595, 842]).drawText('Load sheet');
  const numbers = Array.from({ length: 50 }, (_, index) => String(20_010_180_000_000 + index));
  const copies = await duplicateLoadSheet({
    bytes: await source.save(),
    foot: ['Load sheet 7', ''],
    warning: `Cancelled since, do not hand over: ${numbers.join(', ')}`,
  });
  const pages = (await PDFDocument.load(copies ?? '')).getPages();
  expect(pages).toHaveLength(2);
  const font = await source.embedFont(StandardFonts.HelveticaBold);
  for (const page of pages) {
    const content = contentOf(page);
    const lines = [...content.matchAll(/1 0 0 1 24 (\d+) Tm\s+<([0-9A-F]+)> Tj/g)].map(([, y, letters = '']) => ({
      y: Number(y),
      text: Buffer.from(letters, 'hex').toString('latin1'),
    }));
    const warning = lines.filter(({ y }) => y > 26).toSorted((a, b) => b.y - a.y);
    expect(warning.map(({ text }) => text.trim()).join(' ')).toBe(
      `Cancelled since, do not hand over: ${numbers.join(', ')}`,
    );
    for (const { text } of lines) expect(font.widthOfTextAtSize(text, 9)).toBeLessThan(595 - 24 - 24);
    const [, courierFrom] = /1 0 0 1 [\d.]+ ([\d.]+) cm/.exec(content) ?? [];
    // A courier leaves a margin of at least half an inch, which is smaller now, as its page is.
    const capitals = 0.72 * 9;
    expect((warning[0]?.y ?? 842) + capitals).toBeLessThan(Number(courierFrom) + 36 * (1 - Number(courierFrom) / 842));
  }
});
