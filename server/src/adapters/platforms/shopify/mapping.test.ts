import { expect, test } from 'vitest';
import { twoPlaces } from './amounts.ts';
import { LineReply, OrderWithLinesReply, platformLine, platformOrder, platformShop, ShopReply } from './mapping.ts';
import { aLineReply, anOrderReply, aProtectedOrderReply } from './order-replies.testing.ts';

const linesOf = (reply: OrderWithLinesReply) => reply.lineItems.nodes.map((line) => platformLine(line, reply));
const lineOf = (given: Record<string, unknown>, order = { taxesIncluded: true }) =>
  platformLine(LineReply.parse(aLineReply(7, given)), order);

test('an order keeps everything a booking needs', () => {
  const reply = OrderWithLinesReply.parse(anOrderReply());
  expect(platformOrder(reply, linesOf(reply), [])).toEqual({
    fulfilmentOrders: [],
    platformOrderId: '5678901234',
    name: '#1001',
    number: 1001,
    createdAt: new Date('2026-11-01T08:00:00Z'),
    updatedAt: new Date('2026-11-02T09:30:00Z'),
    cancelledAt: undefined,
    closedAt: undefined,
    test: false,
    tags: ['cod', 'lahore'],
    note: 'Call before delivery',
    currency: 'PKR',
    financialStatus: 'PENDING',
    fulfilmentStatus: 'UNFULFILLED',
    requiresShipping: true,
    gateways: ['Cash on Delivery (COD)'],
    discountCodes: ['EID'],
    subtotal: '2300.50',
    shippingPrice: '200.00',
    discounts: '100.00',
    tax: '0.00',
    total: '2500.50',
    outstanding: '2500.50',
    weight: 1500,
    email: 'ali@example.com',
    phone: '+923001234567',
    hasAddress: true,
    shipTo: {
      name: 'Ali Raza',
      company: '',
      address1: 'House 5, Street 2',
      address2: 'Gulberg III',
      city: 'Lahor',
      province: 'Punjab',
      zip: '54000',
      country: 'Pakistan',
      phone: '0300 1234567',
    },
    lines: [
      {
        lineId: '1',
        title: 'Lawn suit',
        variantTitle: 'Blue / M',
        sku: 'LS-1',
        quantity: 3,
        currentQuantity: 2,
        unfulfilledQuantity: 2,
        requiresShipping: true,
        imageUrl: 'https://cdn.shopify.com/1.jpg',
        unitPrice: '1150.25',
        discountedPrice: '1035.25',
        grams: 750,
      },
    ],
  });
});

test('a protected customer leaves empty texts and no address', () => {
  const order = platformOrder(OrderWithLinesReply.parse(aProtectedOrderReply()), [], []);
  expect(order).toMatchObject({ email: '', phone: '', note: '', financialStatus: '', hasAddress: false });
  expect(new Set(Object.values(order.shipTo))).toEqual(new Set(['']));
});

test('an address whose every part is hidden is no address', () => {
  const hidden = { name: null, firstName: null, lastName: null, company: null, address1: null, address2: null };
  const rest = { city: null, province: null, zip: null, country: null, phone: null };
  const reply = OrderWithLinesReply.parse(anOrderReply({ shippingAddress: { ...hidden, ...rest } }));
  expect(platformOrder(reply, [], []).hasAddress).toBe(false);
});

test('a line without image, code or variant has empty texts', () => {
  const bare = lineOf({ image: null, sku: null, variantTitle: null });
  expect(bare).toMatchObject({ lineId: '7', imageUrl: '', sku: '', variantTitle: '' });
  expect(lineOf({ variantTitle: 'Default Title' }).variantTitle).toBe('');
});

test('the price that a customer pays for a line has its tax, whether prices include it or not', () => {
  const taxLines = [{ rate: 0.18 }, { rate: 0.01 }, { rate: null }];
  expect(lineOf({ taxLines }).discountedPrice).toBe('1035.25');
  expect(lineOf({ taxLines }, { taxesIncluded: false }).discountedPrice).toBe('1231.95');
  expect(lineOf({ taxLines: [] }, { taxesIncluded: false }).discountedPrice).toBe('1035.25');
});

test('a shop without address or own domain still has its facts', () => {
  const shop = ShopReply.parse({
    id: 'gid://shopify/Shop/70000000001',
    name: 'Demo',
    email: 'owner@demo.store',
    shopOwnerName: null,
    myshopifyDomain: 'demo-store.myshopify.com',
    url: 'https://demo-store.myshopify.com',
    primaryDomain: null,
    ianaTimezone: 'Asia/Karachi',
    currencyCode: 'PKR',
    plan: { partnerDevelopment: true },
    shopAddress: { address1: '1 Mall Road', address2: null, city: 'Lahore', phone: null },
  });
  expect(platformShop(shop)).toMatchObject({
    platformShopId: '70000000001',
    ownerName: '',
    primaryUrl: 'https://demo-store.myshopify.com',
    address: '1 Mall Road',
    city: 'Lahore',
    phone: '',
    isDevelopment: true,
  });
});

test.each([
  ['12.5', '12.50'],
  ['10.0', '10.00'],
  ['7', '7.00'],
  ['0.005', '0.01'],
  ['1.004', '1.00'],
  ['1.9999', '2.00'],
  ['-3.455', '-3.46'],
  ['-0.001', '0.00'],
  ['99999999999999999999.99', '99999999999999999999.99'],
])('%s is kept as %s', (amount, kept) => {
  expect(twoPlaces(amount)).toBe(kept);
});

test.each([
  [{ unit: 'GRAMS', value: 250 }, 250],
  [{ unit: 'KILOGRAMS', value: 1.1 }, 1100],
  [{ unit: 'OUNCES', value: 1 }, 28],
  [{ unit: 'POUNDS', value: 2 }, 907],
  [null, 0],
])('a line of %j weighs %d grams', (weight, grams) => {
  expect(lineOf({ weight }).grams).toBe(grams);
});
