import { dayOf } from '@courierdesk/contract/dates';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let shop: BookableShop;

beforeAll(async () => {
  server = await startTestServer();
  shop = await aBookableShop(server);
  const settings = { free_shipping_value: 0, default_weight: 100, show_discount: false, mark_paid_in_store: true };
  await server.call('POST', 'store/default-settings', { token: shop.token, body: settings });
});
afterAll(() => server?.close());

let order: { id: string };
let number: string;
beforeEach(async () => {
  order = await shop.newOrder();
  number = (await shop.book(order, 'POSTEX')).body.data.trackingNumber;
  await server.sandbox.control('advance', { tracking_number: number, to: 'delivered' });
  await server.call('GET', `track-order/${number}`, { token: shop.token });
  await server.work('store-updates');
});

const wishFor = (amount: string, payment: object, kind = 'payment-statement') => ({
  ...{ kind, company: 'POSTEX', include_contradicting: true },
  ordersData: [{ tracking_number: number, payment_status: 'PAID', amount, ...payment }],
});

/** `changed: ` and the note, or what else became of the row. */
async function paid(amount: string, payment: object, kind?: string): Promise<string> {
  const { body } = await server.call('POST', 'import-orders', {
    ...{ token: shop.token, body: wishFor(amount, payment, kind) },
  });
  const rows = await server.call('GET', `imports/${body.data.id}/rows`, { token: shop.token });
  return `${rows.body.data[0].state}: ${rows.body.data[0].reason}`;
}

/** What was received for the parcels that were paid less than their COD. */
async function paidShort(): Promise<Record<string, string>> {
  const { body } = await server.call('GET', 'get-all-orders?todo=PAID_SHORT', { token: shop.token });
  return Object.fromEntries(
    body.data.map((row: { tracking_number: string; paid_amount: string }) => [row.tracking_number, row.paid_amount]),
  );
}

const inStore = async (): Promise<string> =>
  ((await server.sandbox.control(`orders/${order.id}`)) as { financial_status: string }).financial_status;

it('a second payment of a courier is added to the first; until then, the parcel is listed as paid less than its COD and the store order is not paid', async () => {
  expect(await paid('1450', { reference: 'CPR-1' })).toBe('changed: Rs 1,000 less than the COD of Rs 2,450');
  await server.work('store-updates');
  expect(await inStore()).toBe('PENDING');
  expect(await paidShort()).toHaveProperty(number, '1450.00');
  const { body } = await server.call('POST', 'imports/preview', {
    ...{ token: shop.token, body: wishFor('1000', { reference: 'CPR-2' }) },
  });
  expect(body.data).toMatchObject({ changed: 1, paid_amount: 1000, cod: 0, differing: 0 });
  expect(await paid('1000', { reference: 'CPR-2' })).toBe('changed: Rs 2,450 with what was paid before');
  expect(await paidShort()).not.toHaveProperty(number);
  await server.work('store-updates');
  expect(await inStore()).toBe('PAID');
  const { shipment } = (await server.call('GET', `track-order/${number}`, { token: shop.token })).body;
  expect(shipment.history.map(({ what }: { what: string }) => what)).toContain(
    'Paid by PostEx, CPR-2, statement an import: Rs 1,000, Rs 2,450 with what was paid before',
  );
});

it('two payments of one parcel in one file are added, in the preview too', async () => {
  const ordersData = [
    { tracking_number: number, payment_status: 'PAID', amount: '1450', reference: 'CPR-1' },
    { tracking_number: number, payment_status: 'PAID', amount: '1000', reference: 'CPR-2' },
  ];
  const body = { kind: 'payment-statement', company: 'POSTEX', ordersData };
  const preview = await server.call('POST', 'imports/preview', { token: shop.token, body });
  expect(preview.body.data).toMatchObject({ changed: 2, failed: 0, paid_amount: 2450, cod: 2450, differing: 1 });
  const imported = await server.call('POST', 'import-orders', { token: shop.token, body });
  const rows = await server.call('GET', `imports/${imported.body.data.id}/rows`, { token: shop.token });
  expect(rows.body.data.map(({ state, reason }: Record<string, string>) => `${state}: ${reason}`)).toEqual([
    'changed: Rs 1,000 less than the COD of Rs 2,450',
    'changed: Rs 2,450 with what was paid before',
  ]);
  await server.work('store-updates');
  expect(await inStore()).toBe('PAID');
  expect(await paid('1450', { reference: 'CPR-1' })).toBe('unchanged: Already paid');
  expect(await paid('1000', { reference: 'CPR-2' })).toBe('unchanged: Already paid');
});

it('a parcel and its export have the sum of its payments, until it is marked unpaid', async () => {
  await paid('1450', { reference: 'CPR-1' });
  await paid('900.50', { reference: 'CPR-2' });
  const amount = async (): Promise<string | null> =>
    (await server.call('GET', `track-order/${number}`, { token: shop.token })).body.shipment.paid_amount;
  expect(await amount()).toBe('2350.50');
  const wish = {
    selection: { matching: { track: number } },
    columns: ['cod', 'paid_amount'],
    format: 'csv',
    bom: false,
  };
  const { ticket } = (await server.call('POST', 'download-csv', { token: shop.token, body: wish })).body;
  const csv = (await server.call('GET', `downloads/selections/${ticket}`)).body;
  expect(csv).toBe('COD (Rs),Received (Rs)\r\n2450,2350.5\r\n');
  await paid('', { payment_status: 'UNPAID' }, 'payment-status');
  expect(await amount()).toBeNull();
});

it('a second payment that leaves a part of the COD open says how much', async () => {
  await paid('1300', { paid_date: dayOf(server.clock.now, 'Asia/Karachi') });
  server.clock.advance(86_400_000);
  expect(await paid('1000', { paid_date: dayOf(server.clock.now, 'Asia/Karachi') })).toBe(
    'changed: Rs 2,300 with what was paid before. Rs 150 less than the COD of Rs 2,450',
  );
});

it('a statement that comes again adds no payment, whichever of two payments it has', async () => {
  await paid('1450', { reference: 'CPR-1' });
  expect(await paid('1450', { reference: 'cpr-1 ' })).toBe(
    'unchanged: Already paid. Rs 1,000 less than the COD of Rs 2,450',
  );
  await paid('1000', { reference: 'CPR-2' });
  expect(await paid('1450', { reference: 'CPR-1' })).toBe('unchanged: Already paid');
  expect(await paid('1000', { reference: 'CPR-2' })).toBe('unchanged: Already paid');
});

it.each([
  ['more than is still open', '1450', { reference: 'CPR-1' }, '1001', { reference: 'CPR-2' }],
  ['without a number or date', '1450', { reference: 'CPR-1' }, '1000', {}],
  ['after one without a number or date', '1450', {}, '1000', { reference: 'CPR-2' }],
  ['of nothing', '1450', { reference: 'CPR-1' }, '0', { reference: 'CPR-2' }],
])('a second payment %s changes nothing', async (_what, first, firstPayment, second, secondPayment) => {
  await paid(first, firstPayment);
  expect(await paid(second, secondPayment)).toContain('unchanged: Already paid');
});

it('a parcel that was marked unpaid begins again with its next payment', async () => {
  await paid('1450', { reference: 'CPR-1' });
  await paid('', { payment_status: 'UNPAID' }, 'payment-status');
  expect(await paid('1450', { reference: 'CPR-1' })).toBe('changed: Rs 1,000 less than the COD of Rs 2,450');
});
