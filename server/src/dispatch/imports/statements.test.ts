import { afterAll, beforeAll, expect, it } from 'vitest';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';
import { startTestServer, type Answer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let shop: BookableShop;

beforeAll(async () => {
  server = await startTestServer();
  shop = await aBookableShop(server);
});
afterAll(() => server?.close());

type Row = Record<string, string>;

const booked = async (): Promise<string> => (await shop.book(await shop.newOrder(), 'TCS')).body.data.trackingNumber;

async function delivered(): Promise<string> {
  const number = await booked();
  await server.sandbox.control('advance', { tracking_number: number, to: 'delivered' });
  await server.call('GET', `track-order/${number}`, { token: shop.token });
  return number;
}

const call = (path: string, ordersData: readonly Row[], more: object): Promise<Answer> =>
  server.call('POST', path, { token: shop.token, body: { ordersData, kind: 'payment-statement', ...more } });

const preview = async (...rows: readonly Row[]) => (await call('imports/preview', rows, {})).body.data;

/** What became of a row, and whether its parcel is paid. */
async function imported(row: Row, more: object = {}): Promise<string> {
  const { body } = await call('import-orders', [row], more);
  const rows = await server.call('GET', `imports/${body.data.id}/rows`, { token: shop.token });
  const list = await server.call('GET', `get-all-orders?track=${row['tracking_number']}`, { token: shop.token });
  return `${list.body.data[0].payment_status}: ${rows.body.data[0].reason}`;
}

it('what was paid is compared with the COD, not the COD of the file with itself', async () => {
  const row = { tracking_number: await delivered(), cod_amount: '2450', amount: '2300', reference: 'CH12' };
  expect(await preview(row)).toMatchObject({ changed: 1, differing: 1, paid_amount: 2300, cod: 2450 });
  expect(await imported(row)).toBe('PAID: Rs 150 less than the COD of Rs 2,450');
});

it('the sum of a preview is that of the statement, not of amounts that were rounded each', async () => {
  const numbers = [await delivered(), await delivered(), await delivered()];
  const rows = numbers.map((number) => ({ tracking_number: number, amount: '2300.50', payment_status: 'Y' }));
  expect(await preview(...rows)).toMatchObject({ changed: 3, paid_amount: 6902 });
  const returned = rows.map((row) => ({ ...row, also_says: 'Returned' }));
  expect(await preview(...returned)).toMatchObject({ contradicting: { changed: 3, paid_amount: 6902 } });
});

it('a small part of the COD is not marked paid unless a person asks for it', async () => {
  const row = { tracking_number: await delivered(), cod_amount: '2450', amount: '100', reference: 'CH12' };
  const reason = 'Amount far from the COD. Rs 2,350 less than the COD of Rs 2,450';
  expect(await preview(row)).toMatchObject({ changed: 0, contradicting: { changed: 1, paid_amount: 100 } });
  expect(await imported(row)).toBe(`UNPAID: Skipped. ${reason}`);
  expect(await imported(row, { include_contradicting: true })).toBe(`PAID: ${reason}`);
});

it('a file that says only what was to be collected says nothing about what was paid', async () => {
  const row = { tracking_number: await delivered(), cod_amount: '2250', payment_status: 'Y' };
  expect(await preview(row)).toMatchObject({ changed: 1, differing: 1, paid_amount: 0 });
  expect(await imported(row)).toBe('PAID: The COD is Rs 2,250 in the file and Rs 2,450 here');
});

it.each(['Unpaid', 'Returned', 'RETURNED SHIPMENTS'])(
  'a row that also says “%s” is not marked paid unless a person asks for it',
  async (alsoSays) => {
    const row = { tracking_number: await delivered(), amount: '2450', payment_status: 'Paid', also_says: alsoSays };
    expect(await preview(row)).toMatchObject({ changed: 0, contradicting: { changed: 1 } });
    expect(await imported(row)).toBe(`UNPAID: Skipped. The file also says “${alsoSays}”`);
    expect(await imported(row, { include_contradicting: true })).toBe(`PAID: The file also says “${alsoSays}”`);
  },
);

it('a file of payment statuses is stopped by such a word too, but only where it says PAID', async () => {
  const row = { tracking_number: await booked(), payment_status: 'PAID', also_says: 'Unpaid' };
  const kind = 'payment-status';
  expect(await imported(row, { kind })).toBe('UNPAID: Skipped. The file also says “Unpaid”');
  expect(await imported(row, { kind, include_contradicting: true })).toBe('PAID: The file also says “Unpaid”');
  expect(await imported({ ...row, payment_status: 'UNPAID' }, { kind })).toBe('UNPAID: ');
});

it('a parcel that nobody has picked up is not marked paid unless a person asks for it', async () => {
  const row = { tracking_number: await booked(), amount: '2450', payment_status: 'Paid', reference: 'CH12' };
  expect(await imported(row)).toBe('UNPAID: Skipped. Not delivered, as far as we know');
});

it('a payment whose date is still to come is not marked paid, and is from midnight in Pakistan on', async () => {
  const day = 86_400_000;
  const pakistan = server.clock.now.getTime() + 5 * 3_600_000;
  const midnight = Math.ceil(pakistan / day) * day;
  const tomorrow = new Date(midnight).toISOString().slice(0, 10);
  const row = { tracking_number: await delivered(), amount: '2450', payment_status: 'Y', paid_date: tomorrow };
  server.clock.advance(midnight - pakistan - 1_000);
  expect(await imported(row, { include_contradicting: true })).toBe(
    `UNPAID: Not paid yet: the payment date is ${tomorrow}`,
  );
  server.clock.advance(1_000);
  expect(await imported(row)).toBe('PAID: ');
});

it('the words that stopped a row are in the file of failed rows, where they stop it again', async () => {
  const row = { tracking_number: 'TC000000001', amount: '2450', payment_status: 'Paid', also_says: 'Unpaid' };
  const { body } = await call('import-orders', [row], {});
  const { ticket } = (await server.call('POST', `imports/${body.data.id}/failed-rows`, { token: shop.token, body: {} }))
    .body;
  const [headings, line] = (await server.call('GET', `downloads/${ticket}`)).body.replace('\ufeff', '').split('\r\n');
  expect(headings).toBe(
    'Tracking number,COD amount,Amount paid,Payment status,Payment date,Payment reference,Also says,Line,Reason',
  );
  expect(line).toMatch(/^TC000000001,,2450\.00,Paid,,,Unpaid,1,/);
});

it('a number that lost its zeros in a spreadsheet is not marked, and the row names the number that has them', async () => {
  const order = await shop.newOrder();
  await server.call('GET', `get-order-from-shopify/${order.id}`, { token: shop.token });
  const row = { order_name: order.name, tracking_number: '0012345678', company: 'Other: Zero Express' };
  await server.call('POST', 'bulk/orders/fulfillment', { token: shop.token, body: { ordersData: [row] } });
  const { reasons } = await preview({ tracking_number: '12345678', payment_status: 'Paid' });
  expect(reasons).toEqual([
    {
      reason:
        'No parcel has the tracking number 12345678, but one has 0012345678. The spreadsheet may have dropped the zeros: make the column text',
      rows: 1,
    },
  ]);
});
