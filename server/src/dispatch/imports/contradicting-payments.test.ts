import { dayOf } from '@courierdesk/contract/dates';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withShop } from '../../base/db/tenancy.ts';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';
import { startTestServer, type Answer, type TestServer } from '../../testing/test-server.ts';
import { waitingStatements } from '../../testing/waiting-statements.ts';

let server: TestServer;
let shop: BookableShop;

beforeAll(async () => {
  server = await startTestServer();
  shop = await aBookableShop(server);
});
afterAll(() => server?.close());

async function booked(): Promise<string> {
  return (await shop.book(await shop.newOrder(), 'LEOPARD')).body.data.trackingNumber;
}

async function cancelled(): Promise<string> {
  const number = await booked();
  await server.call('PUT', `cancel-booking/${number}`, { token: shop.token, body: {} });
  return number;
}

const call = (path: string, body: object): Promise<Answer> => server.call('POST', path, { token: shop.token, body });

const statusOf = async (number: string): Promise<string> =>
  (await server.call('GET', `get-all-orders?track=${number}`, { token: shop.token })).body.data[0].payment_status;

async function resultsOf(answer: Answer): Promise<string[]> {
  const { body } = await server.call('GET', `imports/${answer.body.data.id}/rows`, { token: shop.token });
  return body.data.map(({ state, reason }: Record<string, string>) => [state, reason].filter(Boolean).join(': '));
}

const paid = (number: string, amount?: string) => ({ tracking_number: number, payment_status: 'PAID', amount });

it('cancelled parcels in a file of payments are shown and counted apart in the preview', async () => {
  const [live, dead] = [await booked(), await cancelled()];
  const ordersData = [paid(live), paid(dead), { tracking_number: dead, payment_status: 'PAID' }];
  const { body } = await call('imports/preview', { kind: 'payment-status', ordersData });
  expect(body.data).toMatchObject({
    ...{ total: 3, changed: 1, unchanged: 1, cod: 2450 },
    contradicting: { changed: 1, unpaid: 0, cod: 2450 },
  });
  expect(body.data.rows).toContainEqual(
    expect.objectContaining({ line: 2, reason: 'Cancelled parcel', contradicting: true }),
  );
});

it('cancelled parcels in a file of payments are skipped, and the result says so', async () => {
  const [live, dead] = [await booked(), await cancelled()];
  const answer = await call('import-orders', { ordersData: [paid(live), paid(dead)] });
  expect(answer.body.msg).toBe('1 payment marked paid. 1 row skipped that contradicts its parcel.');
  expect(answer.body.data).toMatchObject({ changed: 1, unchanged: 1, contradicting_skipped: 1 });
  expect(await resultsOf(answer)).toEqual(['changed', 'unchanged: Skipped. Cancelled parcel']);
  expect([await statusOf(live), await statusOf(dead)]).toEqual(['PAID', 'UNPAID']);
});

it('cancelled parcels in a file of payments are changed when a person asks for it', async () => {
  const dead = await cancelled();
  const answer = await call('import-orders', { ordersData: [paid(dead)], include_contradicting: true });
  expect(answer.body.msg).toBe('1 payment marked paid.');
  expect(await resultsOf(answer)).toEqual(['changed: Cancelled parcel']);
  expect(await statusOf(dead)).toBe('PAID');
  const again = await call('import-orders', { ordersData: [paid(dead)] });
  expect(await resultsOf(again)).toEqual(['unchanged: Already paid']);
});

it('cancelled parcels in a file of payments are skipped in a courier’s statement too', async () => {
  const dead = await cancelled();
  const wish = { kind: 'payment-statement', ordersData: [{ ...paid(dead, '2250'), reference: 'CPR-1' }] };
  const { body } = await call('imports/preview', wish);
  expect(body.data).toMatchObject({ changed: 0, contradicting: { changed: 1, paid_amount: 2250 } });
  expect(await resultsOf(await call('import-orders', wish))).toEqual([
    'unchanged: Skipped. Cancelled parcel. Rs 200 less than the COD of Rs 2,450',
  ]);
  expect(await resultsOf(await call('import-orders', { ...wish, include_contradicting: true }))).toEqual([
    'changed: Cancelled parcel. Rs 200 less than the COD of Rs 2,450',
  ]);
});

async function moved(to: string): Promise<string> {
  const number = await booked();
  await server.sandbox.control('advance', { tracking_number: number, to });
  await server.call('GET', `track-order/${number}`, { token: shop.token });
  return number;
}

describe('a statement that contradicts the parcel', () => {
  const statement = (number: string, amount: string) => ({
    ...{ kind: 'payment-statement', company: 'LEOPARD' },
    ordersData: [{ tracking_number: number, payment_status: 'Paid', amount, reference: 'CHQ-77' }],
  });

  it.each([
    ['a returned parcel', 'returned', '2450', 'Returned parcel'],
    ['a returned parcel, for nothing', 'returned', '0', 'Returned parcel. Rs 2,450 less than the COD of Rs 2,450'],
    ['a parcel on its way', 'out_for_delivery', '2450', 'Not delivered, as far as we know'],
    ['a delivered parcel, for nothing', 'delivered', '0', 'Amount far from the COD. Rs 2,450 less'],
    ['a delivered parcel, for a small part', 'delivered', '100', 'Amount far from the COD. Rs 2,350 less'],
    ['a delivered parcel, for far more', 'delivered', '24500', 'Amount far from the COD. Rs 22,050 more'],
  ])('a statement that contradicts the parcel waits for a person: paid for %s', async (_what, to, amount, reason) => {
    const number = await moved(to);
    const wish = statement(number, amount);
    const { body } = await call('imports/preview', wish);
    expect(body.data).toMatchObject({ changed: 0, contradicting: { changed: 1 } });
    expect((await resultsOf(await call('import-orders', wish)))[0]).toContain(`unchanged: Skipped. ${reason}`);
    expect(await statusOf(number)).toBe('UNPAID');
    await call('import-orders', { ...wish, include_contradicting: true });
    expect(await statusOf(number)).toBe('PAID');
  });

  it.each(['2450', '2250', ''])(
    'a statement that contradicts the parcel does not wait if the parcel is delivered and Rs %s fits its COD',
    async (amount) => {
      const number = await moved('delivered');
      await call('import-orders', statement(number, amount));
      expect(await statusOf(number)).toBe('PAID');
    },
  );
});

it.each([
  [-1, 'unchanged: Skipped. Paid on'],
  [0, 'changed'],
])('a payment of %i days after the booking waits for a person if it is before it', async (days, result) => {
  const number = await moved('delivered');
  const day = dayOf(new Date(server.clock.now.getTime() + days * 86_400_000), 'Asia/Karachi');
  const row = { tracking_number: number, payment_status: 'Paid', reference: 'CHQ-77', paid_date: day };
  const answer = await call('import-orders', { kind: 'payment-statement', company: 'LEOPARD', ordersData: [row] });
  expect((await resultsOf(answer))[0]).toContain(result);
});

const deduction = (number: string, amount: string) => ({
  ...{ kind: 'payment-statement', company: 'LEOPARD' },
  ordersData: [{ tracking_number: number, payment_status: 'Paid', amount, reference: 'CHQ-78' }],
});

it('a payment that a later statement takes back waits for a person, who has the parcel marked unpaid', async () => {
  const number = await moved('delivered');
  await call('import-orders', { ordersData: [paid(number)] });
  const wish = deduction(number, '-2450');
  const { body } = await call('imports/preview', wish);
  expect(body.data).toMatchObject({ changed: 0, unchanged: 0, contradicting: { changed: 1, unpaid: 1, cod: 0 } });
  const reason = 'The courier takes back Rs 2,450 of a paid parcel';
  expect(await resultsOf(await call('import-orders', wish))).toEqual([`unchanged: Skipped. ${reason}`]);
  expect(await statusOf(number)).toBe('PAID');
  const answer = await call('import-orders', { ...wish, include_contradicting: true });
  expect(answer.body.msg).toBe('1 payment marked unpaid.');
  expect(await resultsOf(answer)).toEqual([`changed: ${reason}`]);
  expect(await statusOf(number)).toBe('UNPAID');
  const { shipment } = (await server.call('GET', `track-order/${number}`, { token: shop.token })).body;
  expect(shipment.history[0].what).toBe('Marked as unpaid, from an import');
});

it('a deduction changes nothing for charges, an unpaid parcel, or a number that no parcel has', async () => {
  const [charged, unpaid] = [await moved('delivered'), await moved('delivered')];
  await call('import-orders', { ordersData: [paid(charged)] });
  for (const wish of [deduction(charged, '-250'), deduction(unpaid, '-2450'), deduction('LE999999999', '-2450')])
    expect(await resultsOf(await call('import-orders', { ...wish, include_contradicting: true }))).toEqual([
      'unchanged: Not paid: the amount is a deduction, not a payment',
    ]);
  expect([await statusOf(charged), await statusOf(unpaid)]).toEqual(['PAID', 'UNPAID']);
});

it('a parcel that comes back after it was paid opens a case, which closes when the parcel is marked unpaid', async () => {
  const number = await booked();
  await call('import-orders', { ordersData: [paid(number)] });
  await server.sandbox.control('advance', { tracking_number: number, to: 'returned' });
  await server.call('GET', `track-order/${number}`, { token: shop.token });
  const openCase = async () => {
    const { body } = await server.call('GET', 'shipments/attention', { token: shop.token });
    return body.data.find((one: { tracking_number: string }) => one.tracking_number === number);
  };
  const found = await openCase();
  expect(found).toMatchObject({ kind: 'returned-after-paid', actions: ['dismiss'] });
  expect(found.what_happened).toContain('came back, but it is marked as paid');
  await call('import-orders', { ordersData: [{ tracking_number: number, payment_status: 'UNPAID' }] });
  expect([await statusOf(number), await openCase()]).toEqual(['UNPAID', undefined]);
});

it('a payment of a parcel with a status that changes at the same moment is judged by its new status', async () => {
  const number = await moved('delivered');
  const wish = {
    ...{ kind: 'payment-statement', company: 'LEOPARD' },
    ordersData: [{ tracking_number: number, payment_status: 'Paid', reference: 'CHQ-79' }],
  };
  const answer = await withShop(server.context.db, shop.shopId, async (trx) => {
    await trx
      .updateTable('shipment')
      .set({ status: 'RTS', final: false })
      .where('tracking_number', '=', number)
      .execute();
    const imported = call('import-orders', wish);
    await expect.poll(() => waitingStatements(server)).toBe(1);
    return { imported };
  });
  expect(await resultsOf(await answer.imported)).toEqual(['unchanged: Skipped. Parcel on its way back']);
  expect(await statusOf(number)).toBe('UNPAID');
});
