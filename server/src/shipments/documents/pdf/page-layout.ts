import type { PaperSize } from '@courierdesk/contract/labels';
import type { ShipmentDetails } from './shipment-details.ts';
import { cellsOf, pageOf, type Box, type PageSize } from './sizes.ts';

/** One item to print: our own document, or pages of a courier's PDF. */
export type PrintItem =
  | { readonly kind: 'own'; readonly details: ShipmentDetails }
  | { readonly kind: 'courier'; readonly details: ShipmentDetails; readonly pages: readonly CourierPage[] };

/** A page of a courier's PDF: `document` is the index of the PDF, `index` the index of the page. */
export type CourierPage = { readonly document: number; readonly index: number; readonly size: PageSize };

export type Place =
  | { readonly kind: 'own'; readonly details: ShipmentDetails; readonly box: Box }
  | { readonly kind: 'courier'; readonly details: ShipmentDetails; readonly page: CourierPage; readonly box: Box };

export type LaidOutPage = { readonly size: PageSize; readonly shared: boolean; readonly places: readonly Place[] };

/**
 * Below this scale, scanners cannot read a courier's barcode. Bars of 0.33 mm decode at 0.6 from a page of 300 dpi, and at 0.8
 * from one of 203 dpi.
 */
const smallestScale = 0.6;

/**
 * Lays out the items on pages, in order. A courier's page that is too large for a cell gets its own page, after all shared pages, so
 * that no page is left half empty.
 */
export function* layOutPages(items: Iterable<PrintItem>, size: PaperSize): Generator<LaidOutPage> {
  const cells = cellsOf(size);
  let places: Place[] = [];
  const large: LaidOutPage[] = [];
  const page = (): LaidOutPage => ({ size: pageOf(size), shared: cells.length > 1, places });
  for (const item of items) {
    for (const place of placesOf(item)) {
      const cell = cells[places.length];
      if (!cell) continue;
      if (place.page && scaleInto(cell, place.page.size) < smallestScale) {
        const [width, height] = place.page.size;
        const box = { x: 0, y: 0, width, height };
        large.push({
          size: place.page.size,
          shared: false,
          places: [{ kind: 'courier', details: item.details, page: place.page, box }],
        });
        continue;
      }
      places.push(
        place.page
          ? { kind: 'courier', details: item.details, page: place.page, box: centred(cell, place.page.size) }
          : { kind: 'own', details: item.details, box: cell },
      );
      if (places.length === cells.length) {
        yield page();
        places = [];
      }
    }
  }
  if (places.length > 0) yield page();
  yield* large;
}

const placesOf = (item: PrintItem): readonly { page?: CourierPage }[] =>
  item.kind === 'own' ? [{}] : item.pages.map((page) => ({ page }));

const scaleInto = (cell: Box, [width, height]: PageSize): number =>
  Math.min(1, cell.width / width, cell.height / height);

function centred(cell: Box, size: PageSize): Box {
  const scale = scaleInto(cell, size);
  const [width, height] = [size[0] * scale, size[1] * scale];
  return { x: cell.x + (cell.width - width) / 2, y: cell.y + (cell.height - height) / 2, width, height };
}
