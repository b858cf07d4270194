import { describe, expect, it } from 'vitest';
import { readCourier, readParcelCourier } from './courier-cells.ts';

function read(cell: string): string {
  const { problem, value } = { value: undefined, ...readCourier(cell) };
  return problem ?? value ?? '';
}

describe('the courier of a fulfilment row', () => {
  it.each([
    ['Leopards', 'LEOPARD'],
    ['lcs', 'LEOPARD'],
    ['Leopards Courier Services (Pvt.) Ltd.', 'LEOPARD'],
    ['M & P', 'MNP'],
    ['Mulphilog', 'MNP'],
    ['PostEx', 'POSTEX'],
    ['TCS Express', 'TCS'],
    ['Other: TCS', 'TCS'],
    ['Trax  Logistics', 'Trax Logistics'],
    ['BlueEx', 'BlueEx'],
    ['DHL Express', 'DHL Express'],
    ['Other', 'Other'],
    ['other: Khan Riders', 'Khan Riders'],
    ['Other: خان رائیڈرز', 'خان رائیڈرز'],
  ])('%s is %s', (cell, expected) => {
    expect(read(cell)).toBe(expected);
  });

  it.each([
    ['', 'The courier is missing'],
    ['123', '“123” is not a courier'],
    ['Leopards\n#1002', '“Leopards #1002” is not a courier'],
    ['TCS\u2028TCS', '“TCS TCS” is not a courier'],
    ['Other:', '“Other:” is not a courier'],
    ['x'.repeat(41), `“${'x'.repeat(39)}…” is not a courier`],
    ['Leopord', '“Leopord” is not a courier we know. Check the spelling, or write “Other: Leopord”'],
    ['Leopards 2', '“Leopards 2” is not a courier we know. Check the spelling, or write “Other: Leopards 2”'],
    ['TCS نہیں', '“TCS نہیں” is not a courier we know. Check the spelling, or write “Other: TCS نہیں”'],
  ])('%j is an error', (cell, expected) => {
    expect(read(cell)).toBe(expected);
  });
});

it('a row of payments may name any courier on one line: the parcel’s own courier decides', () => {
  expect(readParcelCourier('')).toEqual({ value: '' });
  expect(readParcelCourier('leopards')).toEqual({ value: 'LEOPARD' });
  expect(readParcelCourier('Khan  Riders')).toEqual({ value: 'Khan Riders' });
  expect(readParcelCourier('Leopards\n#1002')).toEqual({ problem: '“Leopards #1002” is not a courier' });
});
