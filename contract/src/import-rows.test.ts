import { expect, it } from 'vitest';
import { checkRows, fileCheck, type RawRow } from './import-rows.ts';

const rows: RawRow[] = [
  { tracking_number: 'A0001', payment_status: 'PAID' },
  {},
  { tracking_number: 'A0002', payment_status: 'PAID', company: 'TCS' },
  { tracking_number: 'A0003', payment_status: 'PAID' },
  { tracking_number: 'A0002', payment_status: 'UNPAID', company: 'M&P' },
  { tracking_number: 'A0001', payment_status: 'UNPAID' },
  { tracking_number: 'A0003', payment_status: 'yes' },
];

it('finds what contradicts in another part of a file, before and after it', () => {
  const check = fileCheck('payment-status', rows, '');
  const parts = [
    [0, 3],
    [3, 6],
    [6, 9],
  ] as const;
  for (const part of parts) check.look(part);
  expect(check.total()).toBe(6);
  const inParts = parts.map((part) => check.checked(part));
  expect(inParts.map((part) => part.map(({ line, state, reason }) => `${line} ${state} ${reason}`.trim()))).toEqual([
    ['1 failed A0001 stands in line 6 too, with UNPAID', '3 waiting'],
    ['4 waiting', '5 waiting', '6 failed A0001 stands in line 1 too, with PAID'],
    ['7 unchanged Line 4 says the same'],
  ]);
  expect(inParts.flat()).toEqual(checkRows('payment-status', rows, ''));
});
