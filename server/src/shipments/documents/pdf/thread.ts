/** What is drawn in threads. Each function takes one plain value, in which buffers are `Uint8Array`. */
export { appendPages } from './append-pages.ts';
export { drawPages } from './draw-pages.ts';
export { drawLoadSheet } from './load-sheet.ts';
export { renderSheets } from './render-sheets.ts';
export { duplicateLoadSheet } from './two-copies.ts';
