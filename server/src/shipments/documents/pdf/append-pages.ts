import { PDFDocument } from '@cantoo/pdf-lib';

/** One PDF with the pages of all. Viewers open it as the first of them: ready to print. */
export async function appendPages([first, ...others]: readonly [Uint8Array, ...Uint8Array[]]): Promise<Uint8Array> {
  const whole = await PDFDocument.load(first);
  for (const other of others) {
    const pages = await PDFDocument.load(other);
    for (const page of await whole.copyPages(pages, pages.getPageIndices())) whole.addPage(page);
  }
  return whole.save();
}
