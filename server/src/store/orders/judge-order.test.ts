import { describe, expect, test } from 'vitest';
import { judgeOrder, type JudgedOrder } from './judge-order.ts';
import { mirroredColumns } from './store-order-row.ts';
import type { PlatformOrder } from '../../adapters/platforms/platform.ts';

/** Columns of the mirror that say nothing about whether and how an order may be booked. */
const notJudged = {
  'it says which order this is': ['platform_order_id', 'name', 'number', 'search_text'],
  'it is a time of the store': ['placed_at', 'updated_at'],
  'the check at booking refuses such an order before it is judged': ['cancelled_at', 'deleted_at', 'to_ship'],
  'it is made from other columns': ['problems', 'version', 'weight', 'store_weight'],
  'it is part of the total, and only what is open counts': ['subtotal', 'shipping_price', 'discounts', 'tax', 'total'],
  'it is for the people of the shop': ['tags', 'note', 'discount_codes'],
  'a parcel can do without it': ['phone2', 'province', 'zip'],
  'the parts of the order say it': ['fulfilment_status'],
};

test('the judge reads every mirrored column, or a reason is given why not', () => {
  const read = new Set<string>();
  const columns = mirroredColumns(anOrder({}));
  for (const financialStatus of ['PENDING', 'AUTHORIZED'])
    judgeOrder(
      new Proxy(judged({ financialStatus }), {
        get(order, name) {
          read.add(String(name));
          return Reflect.get(order, name);
        },
      }),
    );
  const named = Object.values(notJudged).flat();
  expect(
    Object.keys(columns)
      .filter((name) => !read.has(name))
      .toSorted(),
  ).toEqual(named.toSorted());
});

describe('an order', () => {
  test.each([
    ['without a name', { shipTo: { name: '' } }, ['name-missing']],
    ['with a name of company alone', { shipTo: { name: '', company: 'Khan Traders' } }, ['name-missing']],
    ['with a name of 101 characters', { shipTo: { name: 'a'.repeat(101) } }, ['name-too-long']],
    ['with an email that is none', { email: 'sana..kiani@mail.example' }, ['email-invalid']],
    ['with an address of 500 characters', { shipTo: { address1: 'a'.repeat(500) } }, []],
    ['with an address of 501 characters', { shipTo: { address1: 'a'.repeat(501) } }, ['address-too-long']],
    ['without a street', { shipTo: { address1: '' } }, ['address-missing']],
    ['without a city', { shipTo: { city: ' ' } }, ['city-missing']],
    ['without a phone', { phone: '', shipTo: { phone: '' } }, ['phone-missing']],
    ['with a landline', { phone: '', shipTo: { phone: '042-35761234' } }, ['phone-invalid']],
    [
      'without name, phone and address',
      { phone: '', shipTo: { name: '', phone: '', address1: '' } },
      ['customer-withheld'],
    ],
  ])('%s: %o gives %o', (_kind, given, codes) => {
    expect(judgeOrder(judged(given)).map(({ code }) => code)).toEqual(codes);
  });
});

type Given = Partial<Omit<PlatformOrder, 'shipTo'>> & { shipTo?: Partial<PlatformOrder['shipTo']> };

function judged(given: Given): JudgedOrder {
  const order = anOrder(given);
  return { ...mirroredColumns(order), hasAddress: order.hasAddress };
}

function anOrder({ shipTo, ...given }: Given): PlatformOrder {
  const address1 = shipTo?.address1 ?? 'House 5, Street 2';
  return {
    ...{ platformOrderId: '5001', name: '#1001', number: 1001, tags: [], note: '', email: '', phone: '' },
    ...{ createdAt: new Date(0), updatedAt: new Date(0), cancelledAt: undefined, closedAt: undefined, test: false },
    ...{ currency: 'PKR', financialStatus: 'PENDING', fulfilmentStatus: 'UNFULFILLED', requiresShipping: true },
    ...{ gateways: ['Cash on Delivery (COD)'], discountCodes: [] },
    ...{ subtotal: '1500.00', shippingPrice: '0.00', discounts: '0.00', tax: '0.00', total: '1500.00' },
    ...{ outstanding: '1500.00', weight: 0, hasAddress: address1 !== '', fulfilmentOrders: [] },
    shipTo: {
      ...{ name: 'Ali Raza', company: '', address2: '', city: 'Lahore', province: '', zip: '', country: 'Pakistan' },
      ...{ phone: '0300 1234567', ...shipTo, address1 },
    },
    lines: [
      {
        ...{ lineId: '1', title: 'Shirt', variantTitle: '', sku: '', quantity: 1, currentQuantity: 1 },
        ...{ unfulfilledQuantity: 1, requiresShipping: true, imageUrl: '', unitPrice: '1500.00', grams: 0 },
      },
    ],
    ...given,
  };
}
