import { expect, it } from 'vitest';
import { pastedChanges } from './pasted-changes.ts';
import { aRow, idOf } from '../../../api/batch-row.testing.ts';

const rows = [aRow({ id: idOf('a') }), aRow({ id: idOf('b') }), aRow({ id: idOf('c'), state: 'booked' })];
const pasted = (cells: string[][], column: Parameters<typeof pastedChanges>[1]['column'], row = idOf('a')) =>
  pastedChanges(cells, { row, column }, rows, []);

it('a range pasted into the sheet goes down the rows and to the right over the cells', () => {
  const cells = [
    ['2,000', '1 kg'],
    ['3000', '750'],
  ];
  expect(pasted(cells, 'cod_amount')).toEqual({
    changes: {
      [idOf('a')]: { cod_amount: 2000, weight: 1000 },
      [idOf('b')]: { cod_amount: 3000, weight: 750 },
    },
    skipped: [],
  });
});

it('a range pasted into the sheet leaves alone what says the same already', () => {
  expect(pasted([['500'], ['501']], 'weight').changes).toEqual({ [idOf('b')]: { weight: 501 } });
});

it('a range pasted into the sheet says why values do not fit: no row or column, a booked order, an unknown account', () => {
  expect(pasted([['1'], ['2'], ['3'], ['4']], 'weight')).toMatchObject({ skipped: ['order', 'no-cell'] });
  expect(pasted([['No such account']], 'tracking_account')).toEqual({ changes: {}, skipped: ['account'] });
  expect(pasted([['Fragile', 'x', 'y']], 'remarks')).toMatchObject({ skipped: ['no-cell', 'no-cell'] });
  expect(pasted([['x']], 'order')).toEqual({ changes: {}, skipped: ['no-cell'] });
});
