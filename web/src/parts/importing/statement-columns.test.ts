import { fieldsToChoose, type ImportKind } from '@courierdesk/contract/import-columns';
import { checkRows } from '@courierdesk/contract/check-rows.testing';
import { expect, it } from 'vitest';
import { readCsv } from './read-csv.ts';
import { rowsOf, sheetOf } from './sheet.ts';

const sheetIn = (text: string, kind: ImportKind) => sheetOf(kind, readCsv(new TextEncoder().encode(text), kind));

/** What we make of each row before we look at the parcels. */
function read(text: string, kind: ImportKind = 'payment-statement') {
  const sheet = sheetIn(text, kind);
  expect(fieldsToChoose(kind, sheet)).toEqual([]);
  return checkRows(kind, rowsOf(kind, sheet, sheet.columns), sheet.company ?? '').map(
    ({ cells, state, reason, alsoSays }) => ({
      paid: cells.amount,
      toCollect: cells.cod_amount,
      state,
      reason,
      alsoSays,
    }),
  );
}

function questions(text: string, kind: ImportKind = 'payment-statement'): string[] {
  const sheet = sheetIn(text, kind);
  return fieldsToChoose(kind, sheet).map(
    ({ field, label }) => `${label}: ${sheet.unclear[field]?.map((column) => column + 1).join(' or ')}`,
  );
}

it('what was paid and what was to be collected are two columns of a statement', () => {
  expect(
    read(
      'CN Number,Consignee,COD Amount,Amount Paid,Payment Date,Cheque No\n544794010100064,Ali,1003,100,05/11/2026,CH12\n',
    ),
  ).toMatchObject([{ state: 'waiting', paid: '100.00', toCollect: '1003.00' }]);
});

it.each(['Net Payable', 'RR Payable', 'Amount Received', 'Receipt Amount', 'Amount'])(
  'beside the COD, “%s” is what was paid',
  (heading) => {
    expect(read(`CN,COD,${heading},CPR\nA0001,1003,100,C1\n`)).toMatchObject([
      { paid: '100.00', toCollect: '1003.00' },
    ]);
  },
);

it('the number of an invoice is no proof of a payment', () => {
  expect(
    read('Tracking No,Invoice No,Status,COD Amount\n779412300075,INV-1,Delivered,1001\n779412300076,INV-2,,1002\n'),
  ).toMatchObject([
    {
      state: 'unchanged',
      reason: 'Not paid yet: the statement says “Delivered”, and no date or number of a payment',
    },
    { state: 'unchanged', reason: 'Not paid yet: the statement has no status, and no date or number of a payment' },
  ]);
});

it.each(['Pending', 'Awaited', '000', '-', 'n/a'])(
  '“%s” in the column of the cheque is no proof of a payment',
  (cell) => {
    expect(read(`CN,Status,COD,Cheque No\nA0001,Delivered,100,${cell}\n`)).toMatchObject([{ state: 'unchanged' }]);
  },
);

it('the date of a reserve payment is no proof of the whole payment', () => {
  expect(
    read('Tracking Number,Invoice Payment,reservePaymentDate,Status\nPX1001,2450,2026-11-05,Delivered\n'),
  ).toMatchObject([{ state: 'unchanged' }]);
});

it.each([
  ['Tracking Number,Status,COD Amount,Status,Payment Date', ['Payment status: 2 or 4']],
  ['CN,Payment Status,COD,Settled', ['Payment status: 2 or 4']],
  ['CN,COD,COD Amount,Amount Paid,Paid Amount,CPR', ['COD amount: 2 or 3', 'Amount paid: 4 or 5']],
  ['CN,Payment Date,COD,Paid On', ['Payment date: 2 or 4']],
  ['CN,CN,COD,CPR', ['Tracking number: 1 or 2']],
])('two columns for one field are a question: %s', (headings, expected) => {
  expect(questions(`${headings}\nA0001,1,1,1,1,1\n`)).toEqual(expected);
});

it('an order id and a name are a question in a file of fulfilments, an order beside a name is not', () => {
  expect(questions('Order ID,Name,CN,Courier\n1,#1001,A0001,TCS\n', 'fulfilment')).toEqual(['Order: 1 or 2']);
  expect(questions('Order,Name,CN,Courier\n#1001,Ali,A0001,TCS\n', 'fulfilment')).toEqual([]);
});

it.each([
  ['CN,Status,Payment Status,COD', 'A0001,Returned,Paid,100', 'Returned'],
  ['CN,Payment Status,COD,Status', 'A0001,Paid,100,Unpaid', 'Unpaid'],
  ['CN,Payment Status,COD,Remarks', 'A0001,Paid,100,Payment pending', 'Payment pending'],
  ['CN,Payment Status,COD,Delivery', 'A0001,Paid,100,Un-Delivered', 'Un-Delivered'],
  ['CN,Payment Status,COD,CN Status', 'A0001,Paid,100,RO', 'RO'],
  ['CN,Payment Status,COD,CN Status', 'A0001,Paid,100,RS', 'RS'],
  ['CN,Payment Status,COD,CN Status', 'A0001,Paid,100,RS-Return to Shipper', 'RS-Return to Shipper'],
  ['CN,Payment Status,COD,Delivery', 'A0001,Paid,100,Return To Origin', 'Return To Origin'],
  ['CN,Payment Status,COD,Delivery', 'A0001,Paid,100,Return', 'Return'],
  ['CN,Payment Status,COD,Currency', 'A0001,Paid,100,Rs', ''],
  ['CN,Payment Status,COD,Payment', 'A0001,Paid,100,No', 'No'],
  ['CN,Payment Status,COD,Address', 'A0001,Paid,100,"House 5, Return Road, opposite the pending project"', ''],
  ['CN,Payment Status,COD,Fragile', 'A0001,Paid,100,No', ''],
])('a cell of another column speaks against a payment: %s / %s', (headings, line, expected) => {
  const sheet = sheetIn(`${headings}\n${line}\n`, 'payment-statement');
  const columns = { ...sheet.columns, payment_status: sheet.headings.indexOf('Payment Status') };
  const [row] = rowsOf('payment-statement', sheet, columns);
  expect(row?.also_says ?? '').toBe(expected);
});

it('a title inside a statement speaks for the rows below it, until the next title or a total', () => {
  const rows = read(
    [
      'CN,COD,Payment Date',
      'A0001,100,05/11/2026',
      'RETURNED SHIPMENTS,,',
      'A0002,100,05/11/2026',
      'A0003,100,05/11/2026',
      'Total,200,',
      'A0004,100,05/11/2026',
      'Pending payments,,',
      'A0005,100,05/11/2026',
      'PAID SHIPMENTS,,',
      'A0006,100,05/11/2026',
      'RETURN SHIPMENTS,,',
      'A0007,100,05/11/2026',
    ].join('\n'),
  );
  expect(rows.filter(({ state }) => state === 'waiting').map(({ alsoSays }) => alsoSays)).toEqual([
    '',
    'RETURNED SHIPMENTS',
    'RETURNED SHIPMENTS',
    '',
    'Pending payments',
    '',
    'RETURN SHIPMENTS',
  ]);
});

it('a title above the headings speaks for the first rows', () => {
  expect(read('Returned shipments\nCN,COD,Payment Date\nA0001,100,05/11/2026\n')).toMatchObject([
    { alsoSays: 'Returned shipments' },
  ]);
  expect(read('Delivered,10\nReturned,3\nCN,COD,Payment Date\nA0001,100,05/11/2026\n')).toMatchObject([
    { alsoSays: '' },
  ]);
});

it('a repeated row of headings is no title', () => {
  const headings = 'CN,Return Charges,Payment Date';
  const rows = read(`${headings}\nA0001,1,05/11/2026\n${headings}\nA0002,1,05/11/2026\n`);
  expect(rows.at(-1)).toMatchObject({ alsoSays: '', state: 'waiting' });
});
