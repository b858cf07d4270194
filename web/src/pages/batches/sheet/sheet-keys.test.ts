import { expect, it } from 'vitest';
import { isTyped, positionAfterKey, positionAfterEdit } from './sheet-keys.ts';

const size = { rows: 30, columns: 5 };
const at = { row: 4, column: 2 };
const press = (key: string, held: { mod?: boolean; shift?: boolean } = {}) =>
  positionAfterKey({ key, mod: false, shift: false, ...held }, at, size);

it('keys of the sheet move one cell with the arrows', () => {
  expect(press('ArrowUp')).toEqual({ row: 3, column: 2 });
  expect(press('ArrowDown')).toEqual({ row: 5, column: 2 });
  expect(press('ArrowLeft')).toEqual({ row: 4, column: 1 });
  expect(press('ArrowRight')).toEqual({ row: 4, column: 3 });
});

it('keys of the sheet stay at an edge', () => {
  const corner = { row: 0, column: 0 };
  const up = { key: 'ArrowUp', mod: false, shift: false };
  expect(positionAfterKey(up, corner, size)).toEqual(corner);
  expect(positionAfterKey({ ...up, key: 'ArrowLeft' }, corner, size)).toEqual(corner);
  expect(positionAfterKey({ ...up, key: 'PageDown' }, { row: 28, column: 4 }, size)).toEqual({ row: 29, column: 4 });
});

it('keys of the sheet go to the ends of a row, of a column and of the sheet', () => {
  expect(press('Home')).toEqual({ row: 4, column: 0 });
  expect(press('End')).toEqual({ row: 4, column: 4 });
  expect(press('ArrowDown', { mod: true })).toEqual({ row: 29, column: 2 });
  expect(press('Home', { mod: true })).toEqual({ row: 0, column: 0 });
  expect(press('End', { mod: true })).toEqual({ row: 29, column: 4 });
  expect(press('PageDown')).toEqual({ row: 14, column: 2 });
});

it('keys of the sheet lead nowhere else', () => {
  expect(press('a')).toBeUndefined();
  expect(press('Tab')).toBeUndefined();
  expect(press('ArrowDown', { shift: true })).toBeUndefined();
});

it('keys of the sheet go on to the next cell when one is done', () => {
  expect(positionAfterEdit('Enter', false, at, size)).toEqual({ row: 5, column: 2 });
  expect(positionAfterEdit('Enter', true, at, size)).toEqual({ row: 3, column: 2 });
  expect(positionAfterEdit('Enter', false, { row: 29, column: 2 }, size)).toEqual({ row: 29, column: 2 });
  expect(positionAfterEdit('Tab', false, at, size)).toEqual({ row: 4, column: 3 });
  expect(positionAfterEdit('Tab', false, { row: 4, column: 4 }, size)).toEqual({ row: 5, column: 0 });
  expect(positionAfterEdit('Tab', true, { row: 4, column: 0 }, size)).toEqual({ row: 3, column: 4 });
  expect(positionAfterEdit('Tab', true, { row: 0, column: 0 }, size)).toEqual({ row: 0, column: 0 });
});

it('keys of the sheet begin a new value when they write something', () => {
  expect(isTyped({ key: '7', mod: false, shift: false })).toBe(true);
  expect(isTyped({ key: 'م', mod: false, shift: false })).toBe(true);
  expect(isTyped({ key: ' ', mod: false, shift: false })).toBe(false);
  expect(isTyped({ key: 'v', mod: true, shift: false })).toBe(false);
  expect(isTyped({ key: 'F2', mod: false, shift: false })).toBe(false);
});
