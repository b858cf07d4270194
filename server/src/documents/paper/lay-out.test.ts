import { describe, expect, it } from 'vitest';
import { layOut, type Sheet } from './lay-out.ts';
import { a4, type PageSize } from './sizes.ts';
import type { Paper } from './paper.ts';

const paper = (shipmentId: string): Paper => ({
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
  trackingUrl: '',
  reprint: '',
});
const own = (id: string): Sheet => ({ kind: 'own', paper: paper(id) });
const theirs = (id: string, ...sizes: PageSize[]): Sheet => ({
  kind: 'courier',
  paper: paper(id),
  pages: sizes.map((size, index) => ({ document: 0, index, size })),
});
const pages = (sheets: Sheet[], size: 'a4-1' | 'a4-4' | '4x6' | 'a4-3') =>
  [...layOut(sheets, size)].map((page) => page.places.map((place) => place.paper.shipmentId));

describe('what stands on which page', () => {
  it('ours and couriers’ small labels fill the places in the list’s order', () => {
    const small: PageSize = [288, 432];
    expect(pages([own('a'), theirs('b', small), own('c'), own('d'), own('e')], 'a4-4')).toEqual([
      ['a', 'b', 'c', 'd'],
      ['e'],
    ]);
  });

  it('a courier’s page that would be too small to scan has a page of its own, at its size', () => {
    const [first, second, third] = layOut([own('a'), theirs('b', a4), own('c')], 'a4-4');
    expect([first, second, third].map((page) => page?.places.map((place) => place.paper.shipmentId))).toEqual([
      ['a'],
      ['b'],
      ['c'],
    ]);
    expect(second?.size).toEqual(a4);
    expect(second?.places[0]?.box).toEqual({ x: 0, y: 0, width: a4[0], height: a4[1] });
  });

  it('all pages of a courier’s label are there', () => {
    expect(pages([theirs('a', a4, a4), own('b')], 'a4-1')).toEqual([['a'], ['a'], ['b']]);
  });

  it('a label keeps its proportions, in the middle of its place', () => {
    const [page] = layOut([theirs('a', [288, 432])], 'a4-4');
    const box = page?.places[0]?.box;
    expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(288 / 432);
    expect(box?.x).toBeCloseTo((a4[0] / 2 - (box?.width ?? 0)) / 2);
  });
});
