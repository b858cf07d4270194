import { expect, it } from 'vitest';
import { mergeDifferences, mergeSums } from './merging.ts';

const order = (total: string, shipping: string, outstanding = total) => ({ total, shipping, outstanding });

it('what a courier collects for a merge is the COD without shipping and the average shipping', () => {
  expect(mergeSums([order('2650.00', '200.00'), order('1100.00', '100.00')], 0)).toEqual({
    codWithoutShipping: '3450.00',
    shippingPrice: '300.00',
    avgShipping: '150.00',
    shippingIsZero: false,
    cod: 3600,
  });
});

it('what a courier collects for a merge is rounded half-up to whole rupees once, at the end', () => {
  const three = [order('100.25', '50.00'), order('100.25', '50.00'), order('100.00', '0.00')];
  expect(mergeSums(three, 0)).toMatchObject({ codWithoutShipping: '200.50', avgShipping: '33.33', cod: 234 });
  expect(mergeSums([order('10.25', '0.00'), order('10.25', '0.00')], 0).cod).toBe(21);
});

it('what a courier collects for a merge has no shipping once the goods reach the free-shipping value, which is set', () => {
  const two = [order('2650.00', '200.00'), order('2750.00', '200.00')];
  expect(mergeSums(two, 5000)).toMatchObject({ shippingIsZero: true, avgShipping: '0.00', cod: 5000 });
  expect(mergeSums(two, 5050)).toMatchObject({ shippingIsZero: false, avgShipping: '200.00', cod: 5200 });
  expect(mergeSums(two, 0)).toMatchObject({ shippingIsZero: false, cod: 5200 });
});

it('what a courier collects for a merge leaves out what was paid: an order paid already has paid its shipping too', () => {
  const paid = order('1200.00', '200.00', '0.00');
  expect(mergeSums([order('2650.00', '200.00'), paid], 0)).toMatchObject({
    codWithoutShipping: '2450.00',
    shippingPrice: '200.00',
    avgShipping: '200.00',
    cod: 2650,
  });
  expect(mergeSums([paid, paid], 0)).toMatchObject({ shippingPrice: '0.00', avgShipping: '0.00', cod: 0 });
  expect(mergeSums([order('1200.00', '200.00', '150.00')], 0)).toMatchObject({
    codWithoutShipping: '0.00',
    shippingPrice: '150.00',
    cod: 150,
  });
});

const hina = {
  consignee_name: 'Hina Qureshi',
  consignee_phone: '03001234567',
  phone_as_written: '+92 300 1234567',
  consignee_address: 'House 5, Street 9, DHA',
  city: 'Karachi',
};

it('differences between the orders of a merge are none where only the way of writing differs', () => {
  const other = { ...hina, consignee_name: ' hina  QURESHI', consignee_address: 'house 5 street 9, dha.' };
  expect(mergeDifferences([hina, other])).toEqual([]);
});

it('differences between the orders of a merge are named', () => {
  const other = { ...hina, consignee_phone: '03007654321', consignee_address: 'House 6', city: 'Lahore' };
  expect(mergeDifferences([hina, hina, other])).toEqual(['phone', 'address', 'city']);
});
