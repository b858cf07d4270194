import { expect, test } from 'vitest';
import { unusualConsignee } from './unusual-consignee.ts';

const store = { consignee_name: 'Ayesha Khan', consignee_address: 'House 12, Street 4, Gulberg III' };
const asked = (entered: Partial<typeof store>): string[] =>
  unusualConsignee({ ...store, ...entered }, [store]).map(({ msg }) => msg);

test.each([
  ['LE750000168', 'The name “LE750000168” has a long number in it, like a barcode or a phone.'],
  ['KHI123456', 'The name “KHI123456” has a long number in it, like a barcode or a phone.'],
  ['0300 1234567', 'The name “0300 1234567” has a long number in it, like a barcode or a phone.'],
  [
    'Ayesha Khan544794010100064',
    'The name “Ayesha Khan544794010100064” has a long number in it, like a barcode or a phone.',
  ],
  ['b', 'The name “b” is very short.'],
  [' 12 ', 'The name “12” is very short.'],
])('the entered name %j is asked about', (name, msg) => expect(asked({ consignee_name: name })).toEqual([msg]));

test.each([
  ['544794010100064', 'has a long number in it, like a barcode or a phone'],
  ['House 12, Street 4, Gulberg III 544794010100064', 'has a long number in it, like a barcode or a phone'],
  ['x', 'is very short'],
  ['12-B', 'is very short'],
])('the entered address %j is asked about', (address, why) =>
  expect(asked({ consignee_address: address })).toEqual([expect.stringContaining(`${why}.`)]),
);

test.each([
  { consignee_name: 'Ali' },
  { consignee_name: 'علی' },
  { consignee_name: 'Bilal Traders 2000' },
  { consignee_address: 'House 1234, Block 12, Sector 11-A, Karachi 75850' },
  { consignee_address: 'مکان نمبر ۵، گلی ۳، لاہور' },
  { consignee_name: '' },
])('%o is an ordinary entry', (entered) => expect(asked(entered)).toEqual([]));

test('the store’s own name is not asked about, however odd it is', () => {
  const odd = { consignee_name: 'Al', consignee_address: '03001234567' };
  expect(unusualConsignee(odd, [store, odd])).toEqual([]);
  expect(unusualConsignee({ ...odd, consignee_name: 'Bo' }, [odd])).toMatchObject([
    { code: 'name-unusual', field: 'consignee_name', level: 'warning', subject: 'Bo' },
  ]);
});
