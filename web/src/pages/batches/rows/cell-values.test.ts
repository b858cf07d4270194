import { AccountChoice } from '@courierdesk/contract/courier-accounts';
import { expect, it } from 'vitest';
import { changeOf, changesNothing, textOf } from './cell-values.ts';
import { aRow, idOf } from '../../../api/batch-row.testing.ts';

const accounts = [
  AccountChoice.parse({
    _id: idOf('1'),
    id: idOf('1'),
    name: 'Leopards Lahore',
    company: 'LEOPARD',
    is_default: true,
    in_active: false,
    weight: 500,
    missing_to_book: [],
  }),
];
const typed = (field: Parameters<typeof changeOf>[0], text: string) => changeOf(field, text, accounts);

it('a cell of the sheet understands amounts as people and spreadsheets write them', () => {
  for (const text of ['2450', 'Rs 2,450', 'rs. 2450', 'PKR 2,450', '2,450/-', '2450.00', '۲۴۵۰'])
    expect(typed('cod_amount', text)).toEqual({ cod_amount: 2450 });
  expect(typed('cod_amount', 'Rs 1,25,000')).toEqual({ cod_amount: 125_000 });
});

it('a cell of the sheet understands grams and kilograms', () => {
  expect(typed('weight', '750')).toEqual({ weight: 750 });
  expect(typed('weight', '750 g')).toEqual({ weight: 750 });
  expect(typed('weight', '1.5 kg')).toEqual({ weight: 1500 });
  expect(typed('pieces', '2 pcs')).toEqual({ pieces: 2 });
});

it('a cell of the sheet keeps decimals as they were typed, for the server to say how they are rounded', () => {
  expect(typed('cod_amount', '1211.50')).toEqual({ cod_amount: '1211.50' });
  expect(typed('weight', '1.5')).toEqual({ weight: '1.5' });
});

it('a cell of the sheet keeps what it does not understand, and never takes nothing for zero', () => {
  expect(typed('cod_amount', 'ask Ali')).toEqual({ cod_amount: 'ask Ali' });
  expect(typed('cod_amount', '')).toEqual({ cod_amount: '' });
  expect(typed('weight', '-5')).toEqual({ weight: -5 });
  expect(typed('weight', '5-')).toEqual({ weight: '5-' });
});

it('a cell of the sheet writes a phone number as couriers take it', () => {
  expect(typed('consignee_phone', '+92 300 765-4321')).toEqual({ consignee_phone: '03007654321' });
  expect(typed('consignee_phone', '042 35678901')).toEqual({ consignee_phone: '042 35678901' });
});

it('a cell of the sheet takes a city by its name or any spelling, and an account by its name', () => {
  expect(typed('destination_city', ' karachi ')).toEqual({
    destination_city: 'karachi',
    destination_name: 'karachi',
  });
  expect(typed('tracking_account', 'leopards lahore')).toEqual({ tracking_account: idOf('1') });
  expect(typed('tracking_account', 'DHL')).toBeUndefined();
});

it('a cell of the sheet says its value as one copies it', () => {
  expect(textOf(aRow(), 'destination_city', accounts)).toBe('LAHORE');
  expect(textOf(aRow(), 'tracking_account', accounts)).toBe('Leopards Lahore');
  expect(textOf(aRow(), 'cod_amount', accounts)).toBe('2450');
});

it('a cell of the sheet knows when a change changes nothing', () => {
  expect(changesNothing(aRow(), { weight: 500 })).toBe(true);
  expect(changesNothing(aRow(), { weight: 501 })).toBe(false);
  expect(changesNothing(aRow(), { destination_city: 'karachi', destination_name: 'karachi' })).toBe(false);
});
