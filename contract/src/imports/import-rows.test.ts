import { expect, it } from 'vitest';
import { readAmount } from '../values/sheet-values.ts';
import { checkRows } from './check-rows.testing.ts';
import { fileCheck, type RawRow } from './import-rows.ts';

const rows: RawRow[] = [
  { tracking_number: 'A0001', payment_status: 'PAID' },
  {},
  { tracking_number: 'A0002', payment_status: 'PAID', company: 'TCS' },
  { tracking_number: 'A0003', payment_status: 'PAID' },
  { tracking_number: 'A0002', payment_status: 'UNPAID', company: 'M&P' },
  { tracking_number: 'A0001', payment_status: 'UNPAID' },
  { tracking_number: 'A0003', payment_status: 'yes' },
];

const inWords = (checked: ReturnType<typeof checkRows>): string[] =>
  checked.map(({ line, state, reason }) => `${line} ${state} ${reason}`.trim());

it('rows that contradict each other are found in different parts of a file, before and after', () => {
  const check = fileCheck('payment-status', '');
  const parts = [0, 3, 6].map((from) => ({ from, rows: rows.slice(from, from + 3) }));
  for (const part of parts) check.compare(part.rows, part.from);
  expect(check.total()).toBe(6);
  const inParts = parts.map((part) => check.check(part.rows, part.from));
  expect(inParts.map(inWords)).toEqual([
    ['1 failed A0001 is also on line 6, as UNPAID', '3 waiting'],
    ['4 waiting', '5 waiting', '6 failed A0001 is also on line 1, as PAID'],
    ['7 unchanged Line 4 says the same'],
  ]);
  expect(inParts.flat()).toEqual(checkRows('payment-status', rows, ''));
});

const paid = { tracking_number: 'A0001', payment_status: 'Paid', amount: '2450', reference: 'CH12' };
const also = (line: number, words: string): string => `A0001 is also on line ${line}, ${words}`;

it.each<[string, RawRow, string[]]>([
  [
    'under a title that says returned',
    { ...paid, also_says: 'RETURNED SHIPMENTS' },
    [`1 failed ${also(2, 'which also says “RETURNED SHIPMENTS”')}`, `2 failed ${also(1, 'with 2450.00')}`],
  ],
  [
    'as returned',
    { ...paid, payment_status: 'Returned' },
    [`1 failed ${also(2, 'with “Returned”')}`, '2 unchanged Not paid: the statement says “Returned”'],
  ],
  [
    'as pending',
    { ...paid, payment_status: 'Pending' },
    [`1 failed ${also(2, 'with “Pending”')}`, '2 unchanged Not paid yet: the statement says “Pending”'],
  ],
  ['as taken back', { ...paid, amount: '-2450' }, [`1 failed ${also(2, 'with -2450.00')}`, '2 waiting']],
  ['with a second payment', { ...paid, amount: '1000', reference: 'CH13' }, ['1 waiting', '2 waiting']],
  [
    'with another amount of the same payment',
    { ...paid, amount: '1000', reference: 'ch12' },
    [`1 failed ${also(2, 'with 1000.00')}`, `2 failed ${also(1, 'with 2450.00')}`],
  ],
  [
    'with another amount, and one of them names no payment',
    { ...paid, amount: '1000', reference: '' },
    ['1 waiting', expect.stringContaining('2 un')],
  ],
  ['with its charges', { ...paid, amount: '-180' }, ['1 waiting', '2 waiting']],
  [
    'as delivered',
    { ...paid, payment_status: 'Delivered', reference: '' },
    ['1 waiting', expect.stringContaining('2 un')],
  ],
])('a payment fails, or stands, if the same statement lists its parcel again: %s', (_what, again, expected) => {
  expect(inWords(checkRows('payment-statement', [paid, again], 'LEOPARD'))).toEqual(expected);
  const reversed = inWords(checkRows('payment-statement', [again, paid], 'LEOPARD'));
  expect(reversed[1]?.split(' ')[1]).toBe(expected[0]?.split(' ')[1]);
});

it('a payment that a statement lists again after another payment of the same parcel counts once', () => {
  const second = { ...paid, amount: '1000', reference: 'CH13' };
  const checked = checkRows('payment-statement', [paid, second, second, paid], 'LEOPARD');
  expect(inWords(checked)).toEqual([
    '1 waiting',
    '2 waiting',
    '3 unchanged Line 2 says the same',
    '4 unchanged Line 1 says the same',
  ]);
});

it('a payment fails if a later line takes it back after a line with its charges', () => {
  const lines = [{ ...paid, amount: '-180' }, { ...paid, amount: '-2450' }, paid];
  expect(inWords(checkRows('payment-statement', lines, 'LEOPARD'))[2]).toBe(`3 failed ${also(2, 'with -2450.00')}`);
});

it.each(['\ud83d', 'a\ude9a', 'A\x00001'])(
  'a row with a character that no database keeps fails alone, and what is shown of it can be kept',
  (text) => {
    const checked = checkRows(
      'fulfilment',
      [
        { order_name: text, tracking_number: 'A0001', company: 'TCS' },
        { order_name: '#2', tracking_number: text, company: 'TCS' },
        { order_name: '#3', tracking_number: 'A0003', company: text },
        { order_name: '#4', tracking_number: 'A0004', company: 'TCS' },
      ],
      '',
    );
    expect(inWords(checked)).toEqual([
      '1 failed The order has a character that cannot be saved: type it again',
      '2 failed The tracking number has a character that cannot be saved: type it again',
      '3 failed The courier has a character that cannot be saved: type it again',
      '4 waiting',
    ]);
    const shown = JSON.stringify(checked);
    expect(shown).not.toMatch(/\\ud[89a-f]|\\u0000/i);
  },
);

it.each([
  ['1.500', '“1.500” could mean 1500 or 1.50'],
  ['Rs 12.250', '“Rs 12.250” could mean 12250 or 12.25'],
  ['(1.500)', '“(1.500)” could mean 1500 or 1.50'],
])('the amount %j fails its row of a statement: %s', (amount, reason) => {
  const [row] = checkRows('payment-statement', [{ tracking_number: 'A0001', amount }], 'LEOPARD');
  expect(row).toMatchObject({ state: 'failed', reason });
});

it.each([
  ['1,500', '1500.00'],
  ['1,500.250', '1500.25'],
  ['1500.000', '1500.00'],
  ['0.500', '0.50'],
  ['۲٬۴۵۰٫۵۰', '2450.50'],
  ['\u2212200', '-200.00'],
])('the amount %j of a statement has one reading: %s', (amount, value) =>
  expect(readAmount(amount)).toEqual({ value }),
);

it('texts are cut between characters, in the cells and in the reasons', () => {
  for (let length = 190; length < 202; length += 1) {
    const [row] = checkRows('payment-status', [{ tracking_number: `${'x'.repeat(length)}🚚🚚🚚` }], '');
    expect(row?.cells.tracking_number.isWellFormed()).toBe(true);
  }
  for (let length = 30; length < 42; length += 1) {
    const [row] = checkRows('payment-status', [{ tracking_number: `${'x'.repeat(length)}🚚🚚🚚🚚🚚🚚` }], '');
    expect(row?.reason).toContain('is no tracking number');
    expect(row?.reason.isWellFormed()).toBe(true);
  }
});
