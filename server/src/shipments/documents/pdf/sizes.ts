import type { PaperSize } from '@courierdesk/contract/labels';

/** In points (72 per inch), from the top left corner. */
export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
export type PageSize = readonly [width: number, height: number];

export const a4: PageSize = [595.28, 841.89];
const a5: PageSize = [419.53, 595.28];
const fourBySix: PageSize = [288, 432];

export const pageOf = (size: PaperSize): PageSize => (size === '4x6' ? fourBySix : size === 'a5' ? a5 : a4);

/** The cells of a page in the order they are filled. They have no gaps, because the page is cut apart. */
export function cellsOf(size: PaperSize): readonly Box[] {
  const [width, height] = pageOf(size);
  const [columns, rows] = { 'a4-1': [1, 1], 'a4-2': [1, 2], 'a4-3': [1, 3], 'a4-4': [2, 2], a5: [1, 1], '4x6': [1, 1] }[
    size
  ] as [number, number];
  return Array.from({ length: columns * rows }, (_, index) => ({
    x: (width / columns) * (index % columns),
    y: (height / rows) * Math.floor(index / columns),
    width: width / columns,
    height: height / rows,
  }));
}

export const inset = (box: Box, by: number): Box => ({
  x: box.x + by,
  y: box.y + by,
  width: box.width - 2 * by,
  height: box.height - 2 * by,
});
