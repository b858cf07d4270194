import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withShop } from '../../base/db/tenancy.ts';
import { aBatch } from '../../testing/batches.ts';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let shop: BookableShop;

beforeAll(async () => {
  server = await startTestServer();
  shop = await aBookableShop(server);
});
afterAll(() => server?.close());

let phones = 0;
function orderTo(city: string) {
  phones += 1;
  return shop.newOrder({ city, phone: `0300${String(2_000_000 + phones)}` });
}
const batchOf = (order: { id: string }) => aBatch(server, shop, [order], { account: shop.accounts.LEOPARD ?? '' });
const matchOf = async (spelling: string) =>
  (
    await server.call('GET', `get-cities/${shop.accounts.LEOPARD}?spelling=${encodeURIComponent(spelling)}`, {
      token: shop.token,
    })
  ).body;

test.each(['Mirpur', 'Punjab', 'Model Town'])(
  'a city chosen for one order to %s does not decide for the next customer',
  async (spelling) => {
    const first = await orderTo(spelling);
    const batch = await batchOf(first);
    await batch.set(await batch.row(first.name), { destination_city: 'Lahore' });
    expect((await batch.book()).rows[0]?.state).toBe('booked');

    const second = await orderTo(spelling);
    const row = await (await batchOf(second)).row(second.name);
    expect(row.ready).toBe(false);
    expect(row.issues).toContainEqual(expect.objectContaining({ code: 'city-uncertain', level: 'error' }));
    expect(row.issues[0]?.choices[0]?.label).toMatch(/^lahore$/i);
  },
);

test('a row says whether the customer wrote an unclear city, or a person typed it', async () => {
  const order = await orderTo('Mirpur');
  const batch = await batchOf(order);
  const asks = async (): Promise<string[]> => (await batch.row(order.name)).issues.map(({ msg }) => msg);
  expect(await asks()).toEqual(['Please choose the city: the customer wrote "Mirpur"']);
  await batch.set(await batch.row(order.name), { destination_city: 'mirp' });
  expect(await asks()).toEqual(['Please choose the city for "mirp"']);
});

test('a city is remembered for the spelling on the screen at that moment, not for what the store says later', async () => {
  const order = await orderTo('Kheechi Town');
  const batch = await batchOf(order);
  await batch.set(await batch.row(order.name), { destination_city: 'Lahore' });
  await server.sandbox.control(`orders/${order.id}`, { address: { city: 'Jhok Uttra' } });
  await batch.book();
  await batch.call('POST', '/confirm', { row_ids: [(await batch.row(order.name)).id], take: 'row' });
  expect((await batch.book()).rows[0]?.state).toBe('booked');
  expect((await matchOf('Kheechi Town')).remembered?.name).toMatch(/^lahore$/i);
  expect((await matchOf('Jhok Uttra')).remembered).toBeNull();
});

/** Adds a second Hyderabad to the list of Leopards. Lists in memory belong to a version of the account. */
async function addSecondHyderabad(): Promise<void> {
  await matchOf('Hyderabad');
  await withShop(server.context.db, shop.shopId, async (trx) => {
    const accountId = shop.accounts.LEOPARD;
    await sql`
      update courier_city_list set cities = cities || '[{"id":"99999","name":"Hyderabad"}]'
      where shop_id = ${shop.shopId} and account_id = ${accountId}`.execute(trx);
    await sql`
      update courier_account set version = version + 1
      where shop_id = ${shop.shopId} and id = ${accountId}`.execute(trx);
  });
  expect((await matchOf('Hyderabad')).certain).toBeNull();
}

test('of two cities of one name none is taken for what a customer wrote or a person typed, and the chosen one is booked', async () => {
  await addSecondHyderabad();
  const order = await orderTo('Hyderabad');
  const batch = await batchOf(order);
  const isAsked = async (): Promise<void> => {
    const row = await batch.row(order.name);
    expect(row.fields.destination_city).toBe('');
    expect(row.issues).toContainEqual(expect.objectContaining({ code: 'city-uncertain', level: 'error' }));
  };
  await isAsked();
  await batch.set(await batch.row(order.name), { destination_city: 'Hyderabad', destination_name: 'Hyderabad' });
  await isAsked();

  await batch.set(await batch.row(order.name), { destination_city: '99999', destination_name: 'Hyderabad' });
  await batch.set(await batch.row(order.name), { remarks: 'Call first' });
  const chosen = await batch.row(order.name);
  expect(chosen).toMatchObject({ ready: true, destination_name: 'Hyderabad' });
  expect(chosen.fields.destination_city).toBe('99999');
});

test('a chosen city is found by its name in the list of another courier, which has ids of its own', async () => {
  const order = await orderTo('Mirpur');
  const batch = await batchOf(order);
  const { matches } = await matchOf('Lahore');
  const lahore = matches[0];
  if (!lahore) throw new Error('no Lahore');
  await batch.set(await batch.row(order.name), {
    destination_city: lahore.id,
    destination_name: lahore.name,
    tracking_account: shop.accounts.POSTEX ?? '',
  });
  const row = await batch.row(order.name);
  expect(row.destination_name).toMatch(/^lahore$/i);
  expect(row.fields).toMatchObject({
    destination_city: expect.stringMatching(/\S/),
    tracking_account: shop.accounts.POSTEX,
  });
  expect(row.fields.destination_city).not.toBe(lahore.id);
});

test('a row of a courier that had sent no cities yet is ready once it has, without a person', async () => {
  const late = await aBookableShop(server);
  const order = await late.newOrder({ city: 'Lahore' });
  await withShop(server.context.db, late.shopId, (trx) =>
    trx.deleteFrom('courier_city_list').where('shop_id', '=', late.shopId).execute(),
  );
  await server.sandbox.control('faults', { rules: [{ target: 'leopard', kind: 'down', rate: 1 }] });
  const batch = await aBatch(server, late, [order]);
  expect(await batch.row(order.name)).toMatchObject({ ready: false, issues: [{ code: 'city-list-unavailable' }] });
  await server.sandbox.control('faults', { clear: true });
  server.clock.advance(60_000);
  await server.work('batch-comparisons');
  expect(await batch.row(order.name)).toMatchObject({ ready: true, destination_name: 'Lahore', issues: [] });
});

test('rows that get a courier with a slow list of cities are ready once it is there, without a person', async () => {
  const late = await aBookableShop(server);
  const order = await late.newOrder({ city: 'Lahore' });
  await server.sandbox.control('faults', { target: 'mnp', kind: 'delay', delayMs: 4_000 });
  const batch = await aBatch(server, late, [order], { account: late.accounts.MNP });
  expect(await batch.row(order.name)).toMatchObject({ ready: false, issues: [{ code: 'city-list-unavailable' }] });
  await server.call('GET', `get-cities/${late.accounts.MNP}`, { token: late.token });
  await server.sandbox.control('faults', { clear: true });
  server.clock.advance(60_000);
  await server.work('batch-comparisons');
  expect(await batch.row(order.name)).toMatchObject({ ready: true, issues: [] });
});
