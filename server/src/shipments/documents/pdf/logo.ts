import type { Box } from './sizes.ts';

type Doc = PDFKit.PDFDocument;

/** As a data URL, because the PDF library then stores the picture once, however often it is drawn. */
export type Logo = { readonly url: string; readonly width: number; readonly height: number };

export function logoFrom(picture: Uint8Array | undefined): Logo | undefined {
  if (!picture) return undefined;
  const png = Buffer.from(picture);
  // The size is at a fixed place of every PNG file: its first chunk is IHDR.
  return {
    url: `data:image/png;base64,${png.toString('base64')}`,
    width: png.readUInt32BE(16),
    height: png.readUInt32BE(20),
  };
}

/** As large as the box allows. Returns its width. */
export function drawLogo(doc: Doc, logo: Logo, box: Box, align: 'left' | 'right' = 'left'): number {
  const scale = Math.min(box.width / logo.width, box.height / logo.height);
  const [width, height] = [logo.width * scale, logo.height * scale];
  const x = align === 'left' ? box.x : box.x + box.width - width;
  doc.image(logo.url, x, box.y + (box.height - height) / 2, { width, height });
  return width;
}
