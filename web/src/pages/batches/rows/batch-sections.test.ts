import { expect, it } from 'vitest';
import { batchSections } from './batch-sections.ts';
import { aRow, idOf } from '../../../api/batch-row.testing.ts';

const row = (digit: string, change: Parameters<typeof aRow>[0] = {}) =>
  aRow({ id: idOf(digit), position: Number.parseInt(digit, 16), ...change });

const shown = (rows: ReturnType<typeof aRow>[], neededLook: string[] = [], held?: string) =>
  batchSections(rows, new Set(neededLook.map(idOf)), held && idOf(held)).map((section) => [
    section.title,
    section.rows.map((one) => one.id[0]).join(''),
  ]);

it('the sheet of a batch has what needs a look on top, then what is ready, then what was left out', () => {
  const rows = [row('1'), row('2', { ready: false }), row('3', { state: 'left-out', ready: false }), row('4')];
  expect(shown(rows)).toEqual([
    ['1 needs a look', '2'],
    ['2 ready', '14'],
    ['1 left out', '3'],
  ]);
});

it('the sheet of a batch does not move a row away that was put right while the page is open', () => {
  expect(shown([row('1'), row('2')], ['2'])).toEqual([
    ['All fixed', '2'],
    ['1 ready', '1'],
  ]);
});

it('the sheet of a batch leaves the row in use where it is, though what was typed needs a look', () => {
  const rows = [row('1'), row('2', { ready: false }), row('3', { ready: false })];
  expect(shown(rows, [], '2')).toEqual([
    ['1 needs a look', '3'],
    ['1 ready', '12'],
  ]);
  expect(shown(rows, ['2'], '2')).toEqual([
    ['2 need a look', '23'],
    ['1 ready', '1'],
  ]);
});

it('the sheet of a batch has failed, changed and uncertain rows before the others, and all that is under way in the list’s order', () => {
  const rows = [
    row('1', { state: 'booked' }),
    row('2', { state: 'draft', ready: false }),
    row('3', { state: 'failed', ready: false }),
    row('4', { state: 'queued', ready: false }),
    row('5', { state: 'uncertain', ready: false }),
    row('6', { state: 'changed', ready: false }),
    row('7', { state: 'booking', ready: false }),
  ];
  expect(shown(rows)).toEqual([
    ['1 not booked, 1 changed in the store, 1 not certain, 1 needs a look', '3562'],
    ['1 booked, 2 under way', '147'],
  ]);
});
