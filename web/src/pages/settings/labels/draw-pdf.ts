import { getDocument, GlobalWorkerOptions } from 'pdfjs-dist';
// oxlint-disable-next-line import/default -- Vite's address of the file, which has no exports of its own
import worker from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

GlobalWorkerOptions.workerSrc = worker;

/** In pixels: sharp on a screen with two pixels a point. */
const width = 800;

/** Draws the first page of a PDF. Phones have no viewer for a PDF inside a page, so the browser's own is not enough. */
export async function drawFirstPage(pdf: Uint8Array): Promise<HTMLCanvasElement> {
  // The worker takes the bytes away.
  const task = getDocument({ data: pdf.slice() });
  try {
    const page = await (await task.promise).getPage(1);
    const viewport = page.getViewport({ scale: width / page.getViewport({ scale: 1 }).width });
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [Math.round(viewport.width), Math.round(viewport.height)];
    await page.render({ canvas, viewport }).promise;
    return canvas;
  } finally {
    await task.destroy();
  }
}
