import { exportColumns, columnOf, type ExportColumn } from '@courierdesk/contract/export-columns';
import readExcel from 'read-excel-file/node';
import { expect, test } from 'vitest';
import type { Cell } from './columns.ts';
import { csvOf } from './csv.ts';
import { xlsxOf } from './xlsx.ts';

async function* pagesOf(...pages: Cell[][][]): AsyncGenerator<Cell[][]> {
  yield* pages;
}

async function bytesOf(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts);
}

const columns: ExportColumn[] = ['consignee_name', 'consignee_phone', 'cod', 'booking_date'];

async function readAgain(...pages: Cell[][][]): Promise<unknown[][]> {
  const sheets = await readExcel(await bytesOf(xlsxOf(columns, pagesOf(...pages))));
  expect(sheets.map((one) => one.sheet)).toEqual(['Orders']);
  return sheets.flatMap((one) => one.data);
}

test('a workbook is read again as it was written: text as text, numbers as numbers, dates as dates', async () => {
  const rows = await readAgain(
    [['ثناء ملک', '03001234567', 2450, '2026-11-21 15:04']],
    [['=1+1 & <b>"x"</b>\u0007', '+923001234567', 0, null]],
  );
  expect(rows).toEqual([
    ['Customer', 'Phone', 'COD (Rs)', 'Booked'],
    ['ثناء ملک', '03001234567', 2450, new Date('2026-11-21T15:04:00Z')],
    ['=1+1 & <b>"x"</b>', '+923001234567', 0, null],
  ]);
});

test('a workbook of every column and many pages holds every row', async () => {
  const page = Array.from({ length: 400 }, (_, n) => exportColumns.map((column) => cellFor(column, n)));
  const bytes = await bytesOf(xlsxOf(exportColumns, pagesOf(page, page, page)));
  const [orders] = await readExcel(bytes);
  expect(orders?.data).toHaveLength(1201);
  expect(orders?.data[0]).toEqual(exportColumns.map((column) => columnOf[column].title));
  expect(orders?.data.at(-1)?.[0]).toBe('order_name 399');
});

const cellFor = (column: ExportColumn, n: number): Cell =>
  ({ text: `${column} ${n}`, number: n, date: '2026-11-21 15:04' })[columnOf[column].kind];

test('a reader that stops early ends the writing', async () => {
  let read = 0;
  async function* endless(): AsyncGenerator<Cell[][]> {
    for (;;) {
      read += 1;
      yield Array.from({ length: 500 }, (_, n) => [`${Math.sin(n * read)}`, '0300', n, null]);
    }
  }
  for await (const chunk of xlsxOf(columns, endless())) if (chunk.length > 0 && read > 20) break;
  const after = read;
  await new Promise((resolve) => setImmediate(resolve));
  expect(read - after).toBeLessThan(3);
});

test('rows that cannot be read make the file fail, not end early', async () => {
  async function* failing(): AsyncGenerator<Cell[][]> {
    yield [['Sana', '0300', 1, null]];
    throw new Error('the database stumbled');
  }
  await expect(bytesOf(xlsxOf(columns, failing()))).rejects.toThrow('the database stumbled');
  await expect(bytesOf(csvOf(columns, failing(), true))).rejects.toThrow('the database stumbled');
});
