import { documentsAPage, PaperSize } from '@courierdesk/contract/labels';
import { expect, it } from 'vitest';
import { layOutPages, type PrintItem } from './page-layout.ts';
import { a4, type PageSize } from './sizes.ts';
import type { ShipmentDetails } from './shipment-details.ts';

const details = (shipmentId: string): ShipmentDetails => ({
  shipmentId,
  courier: 'M&P',
  accountName: 'Main',
  trackingNumber: '1',
  reference: '',
  orderNames: '',
  booked: '',
  cod: 0,
  weight: 1,
  pieces: 1,
  consignee: { name: '', phones: '', address: '' },
  city: '',
  products: '',
  remarks: '',
  lines: [],
  shipper: { name: '', phone: '', address: '' },
  returnAddress: '',
  note: '',
  trackingUrl: '',
  reprint: '',
});
const own = (id: string): PrintItem => ({ kind: 'own', details: details(id) });
const theirs = (id: string, ...sizes: PageSize[]): PrintItem => ({
  kind: 'courier',
  details: details(id),
  pages: sizes.map((size, index) => ({ document: 0, index, size })),
});
const pages = (sheets: PrintItem[], size: PaperSize) =>
  [...layOutPages(sheets, size)].map((page) => page.places.map((place) => place.details.shipmentId));

it('the layout of pages fills the cells with our labels and couriers’ small labels in the order of the list', () => {
  const small: PageSize = [288, 432];
  expect(pages([own('a'), theirs('b', small), own('c'), own('d'), own('e')], 'a4-4')).toEqual([
    ['a', 'b', 'c', 'd'],
    ['e'],
  ]);
});

it('the layout of pages fills each page before a new one begins: a courier’s label that would be too small to scan gets a full page at the end', () => {
  const items = [own('a'), theirs('b', a4), own('c'), theirs('d', a4), own('e'), own('f'), own('g')];
  expect(pages(items, 'a4-4')).toEqual([['a', 'c', 'e', 'f'], ['g'], ['b'], ['d']]);
  const [, second] = layOutPages([own('a'), theirs('b', a4)], 'a4-4');
  expect(second?.size).toEqual(a4);
  expect(second?.places[0]?.box).toEqual({ x: 0, y: 0, width: a4[0], height: a4[1] });
});

it('the layout of pages includes all pages of a courier’s label', () => {
  expect(pages([theirs('a', a4, a4), own('b')], 'a4-1')).toEqual([['a'], ['a'], ['b']]);
  expect(pages([theirs('a', a4, a4), own('b')], 'a4-2')).toEqual([['b'], ['a'], ['a']]);
});

it('centres a label in its cell and keeps its proportions', () => {
  const [page] = layOutPages([theirs('a', [288, 432])], 'a4-4');
  const box = page?.places[0]?.box;
  expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(288 / 432);
  expect(box?.x).toBeCloseTo((a4[0] / 2 - (box?.width ?? 0)) / 2);
});

it.each(PaperSize.options)(
  'a page of the paper %s takes as many of our documents as the print dialog counts',
  (size) => {
    const items = Array.from({ length: 9 }, (_, index) => own(String(index)));
    expect(pages(items, size)).toHaveLength(Math.ceil(9 / documentsAPage[size]));
  },
);
