import { expect, it } from 'vitest';
import { cellsToPaste, parseCopiedCells } from './parse-copied-cells.ts';

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

it('lines copied from a chat are one address, and lines of a spreadsheet are one for each row', () => {
  const text = 'House 5\nStreet 9\nJohar Town\n';
  expect(cellsToPaste({ text, html: '' }, true)).toEqual([['House 5 Street 9 Johar Town']]);
  expect(cellsToPaste({ text, html: '<span>House 5<br>Street 9</span>' }, true)).toHaveLength(1);
  expect(cellsToPaste({ text, html: '<table><tr><td>House 5</td></tr></table>' }, true)).toHaveLength(3);
  expect(cellsToPaste({ text: 'House 5\tLahore\nHouse 6\tMultan', html: '' }, true)).toHaveLength(2);
  expect(cellsToPaste({ text: '500\n750', html: '' }, false)).toEqual([['500'], ['750']]);
});
