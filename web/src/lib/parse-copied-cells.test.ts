import { expect, it } from 'vitest';
import { parseCopiedCells } from './parse-copied-cells.ts';

it('what is copied from a spreadsheet is a line a row and a tab a cell', () => {
  expect(parseCopiedCells('Lahore\t500\nKarachi\t750')).toEqual([
    ['Lahore', '500'],
    ['Karachi', '750'],
  ]);
});

it('what is copied from a spreadsheet may end with a line break that is no row', () => {
  expect(parseCopiedCells('500\r\n750\r\n')).toEqual([['500'], ['750']]);
  expect(parseCopiedCells('500')).toEqual([['500']]);
});

it('what is copied from a spreadsheet keeps empty cells, so that rows stay where they are', () => {
  expect(parseCopiedCells('500\n\n750\n')).toEqual([['500'], [''], ['750']]);
  expect(parseCopiedCells('a\t\tb')).toEqual([['a', '', 'b']]);
});

it('what is copied from a spreadsheet may hold tabs, lines and quotes within quotes; the lines become spaces', () => {
  expect(parseCopiedCells('"House 5\nStreet 9"\t"the ""blue"" gate"\nnext\tone')).toEqual([
    ['House 5 Street 9', 'the "blue" gate'],
    ['next', 'one'],
  ]);
});

it('what is copied from a spreadsheet keeps a quote that quotes nothing', () => {
  expect(parseCopiedCells('6" pipe\t5')).toEqual([['6" pipe', '5']]);
  expect(parseCopiedCells('"open\t5')).toEqual([['"open', '5']]);
});

it('what is copied from a spreadsheet loses invisible spaces and marks', () => {
  expect(parseCopiedCells('\u200f\u00a003001234567\u00a0 \ufeff')).toEqual([['03001234567']]);
});
