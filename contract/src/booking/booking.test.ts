import { expect, it } from 'vitest';
import { BookingInput, MergedBookingInput } from './booking.ts';

const form = {
  tracking_account: 'a'.repeat(24),
  order_id: 'b'.repeat(24),
  order_name: '#1001',
  pieces: 1,
  weight: 500,
  cod_amount: 2450,
  consignee_name: 'Ayesha Khan',
  consignee_phone: '03001234567',
  consignee_address: 'House 5, Street 9',
  products_list: '1 x Lawn suit',
  destination_city: '789',
};

function faultsOf(given: object): string[] {
  const { error } = BookingInput.safeParse({ ...form, ...given });
  return (error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);
}

it.each([
  ['order_id', undefined, 'Invalid input'],
  ['order_id', 'nonsense', 'Invalid id entered'],
  ['order_name', '', 'Order name is required'],
  ['pieces', '', 'Pieces is required'],
  ['pieces', 0, 'Pieces must be at least 1'],
  ['weight', '', 'Weight is required'],
  ['weight', 0, 'Weight must be at least 1'],
  ['weight', 50_001, 'Weight: maximum 50,000 grams'],
  ['cod_amount', '', 'COD amount is required'],
  ['cod_amount', -1, 'COD amount must be at least 0'],
  ['consignee_name', '', 'Consignee name is required'],
  ['consignee_phone', '', 'Consignee phone is required'],
  ['consignee_address', ' ', 'Consignee address is required'],
  ['products_list', '', 'Products list is required'],
  ['destination_city', '', 'Please add destination city'],
  ['destination_city', undefined, 'Please add destination city'],
  ['shipping_type', 'same day', 'Invalid input'],
])('the booking form with %s %j says what is wrong', (field, value, message) => {
  const [fault = '', ...others] = faultsOf({ [field]: value });
  expect(others).toEqual([]);
  expect(fault.startsWith(`${field}: ${message}`)).toBe(true);
});

it('the booking form needs no remarks, email, second and third phone, and is overnight', () => {
  expect(BookingInput.parse(form)).toMatchObject({
    shipping_type: 'overnight',
    remarks: '',
    consignee_email: '',
    consignee_phone2: '',
    consignee_phone3: '',
  });
  expect(faultsOf({ cod_amount: 0, pieces: 1, weight: 1 })).toEqual([]);
});

it('the booking form says by its lines what is shipped; fulfilments of the store in a request change nothing', () => {
  const line_items = [{ line_id: '7', quantity: 2 }];
  const read = BookingInput.parse({ ...form, line_items, fulfillments: [{ status: 'SUCCESS' }] });
  expect(read).toMatchObject({ line_items });
  expect(read).not.toHaveProperty('fulfillments');
});

it('the booking form of several orders takes ids and names as texts with commas, and the sums that it showed', () => {
  const read = MergedBookingInput.parse({
    ...form,
    order_id: `${'b'.repeat(24)}, ${'c'.repeat(24)}`,
    order_name: '#1001, #1002',
    cod_without_shipping: 4900,
    average_shipping_price: '200',
    total_shipping_price: '400',
  });
  expect(read).toMatchObject({
    order_id: ['b'.repeat(24), 'c'.repeat(24)],
    order_name: ['#1001', '#1002'],
    cod_without_shipping: '4900.00',
    average_shipping_price: '200.00',
    total_shipping_price: '400.00',
  });
});
