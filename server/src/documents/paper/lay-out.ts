import type { PaperSize } from '@courierdesk/contract/labels';
import type { Paper } from './paper.ts';
import { cellsOf, pageOf, type Box, type PageSize } from './sizes.ts';

/** Something to print: our own paper, or pages of a courier's PDF. */
export type Sheet =
  | { readonly kind: 'own'; readonly paper: Paper }
  | { readonly kind: 'courier'; readonly paper: Paper; readonly pages: readonly ForeignPage[] };

/** A page of a courier's PDF: of which document, which of its pages, and its size. */
export type ForeignPage = { readonly document: number; readonly index: number; readonly size: PageSize };

export type Place =
  | { readonly kind: 'own'; readonly paper: Paper; readonly box: Box }
  | { readonly kind: 'courier'; readonly paper: Paper; readonly page: ForeignPage; readonly box: Box };

export type LaidOutPage = { readonly size: PageSize; readonly shared: boolean; readonly places: readonly Place[] };

/** Printed smaller than this, scanners miss a courier's bars. */
const smallestScale = 0.6;

/** What stands where, in the order of the list. A courier's page too large for a place has a page of its own. */
export function* layOut(sheets: Iterable<Sheet>, size: PaperSize): Generator<LaidOutPage> {
  const cells = cellsOf(size);
  let places: Place[] = [];
  const page = (): LaidOutPage => ({ size: pageOf(size), shared: cells.length > 1, places });
  for (const sheet of sheets) {
    for (const place of placesOf(sheet)) {
      const cell = cells[places.length];
      if (!cell) continue;
      if (place.page && scaleInto(cell, place.page.size) < smallestScale) {
        if (places.length > 0) yield page();
        const [width, height] = place.page.size;
        const box = { x: 0, y: 0, width, height };
        yield {
          size: place.page.size,
          shared: false,
          places: [{ kind: 'courier', paper: sheet.paper, page: place.page, box }],
        };
        places = [];
        continue;
      }
      places.push(
        place.page
          ? { kind: 'courier', paper: sheet.paper, page: place.page, box: centred(cell, place.page.size) }
          : { kind: 'own', paper: sheet.paper, box: cell },
      );
      if (places.length === cells.length) {
        yield page();
        places = [];
      }
    }
  }
  if (places.length > 0) yield page();
}

const placesOf = (sheet: Sheet): readonly { page?: ForeignPage }[] =>
  sheet.kind === 'own' ? [{}] : sheet.pages.map((page) => ({ page }));

const scaleInto = (cell: Box, [width, height]: PageSize): number =>
  Math.min(1, cell.width / width, cell.height / height);

function centred(cell: Box, size: PageSize): Box {
  const scale = scaleInto(cell, size);
  const [width, height] = [size[0] * scale, size[1] * scale];
  return { x: cell.x + (cell.width - width) / 2, y: cell.y + (cell.height - height) / 2, width, height };
}
