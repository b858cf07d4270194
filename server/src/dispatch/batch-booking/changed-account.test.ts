import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withShop } from '../../base/db/tenancy.ts';
import { accountSecretOwner } from '../../shop/courier-accounts/load-account.ts';
import { aBatch } from '../../testing/batches.ts';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';
import { aBusyAccount } from '../../testing/busy-account.ts';
import { courierValues } from '../../testing/courier-values.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let shop: BookableShop;

beforeAll(async () => {
  server = await startTestServer();
  shop = await aBookableShop(server);
  // The lists of cities are kept. A busy account, or one with a wrong password, gives none.
  for (const account of Object.values(shop.accounts))
    await server.call('GET', `get-cities/${account}`, { token: shop.token });
});
afterAll(() => server?.close());

/** With one parallel call, the worker begins three rows: one for the call, and two that wait for it. */
const runningRows = 3;

const changeAccount = (id: string, columns: object) =>
  withShop(server.context.db, shop.shopId, (trx) =>
    trx
      .updateTable('courier_account')
      .set({ ...columns, parallel_calls: 1, version: sql<number>`version + 1` })
      .where('shop_id', '=', shop.shopId)
      .where('id', '=', id)
      .execute(),
  );

/** Queues rows of the account and changes it as soon as the first ones are being booked. Returns how many rows ended how. */
async function bookWithChange(rows: number, account: string, change: object) {
  const orders = [];
  for (let index = 0; index < rows; index += 1)
    orders.push(
      await shop.newOrder({
        phone: `0300${String(1_000_000 + index)}`,
        address: { firstName: 'Ayesha', lastName: 'Khan', address1: `House ${index}, Street 4` },
        email: 'ayesha@example.com',
      }),
    );
  const batch = await aBatch(server, shop, orders, { account });
  const endCalls = await aBusyAccount(server, shop, account);
  const booking = batch.book();
  await expect.poll(async () => (await batch.read()).data.counts.booking).toBe(Math.min(rows, runningRows));
  await changeAccount(account, change);
  await endCalls();
  return (await booking).data.counts;
}

it('a pick-up address that is corrected while a batch is booked is used for all rows that were not sent yet', async () => {
  const account = shop.accounts.LEOPARD;
  const fields = (shipper: string) => ({ fields: JSON.stringify({ shipment_id: shipper }) });
  await changeAccount(account, fields('999'));
  const counts = await bookWithChange(5, account, fields('1841077'));
  expect(counts).toMatchObject({ failed: 0, booked: 5 });
});

it('a password that is renewed while a batch is booked fails no rows of the batch', async () => {
  const account = shop.accounts.MNP;
  const password = (value: string | undefined) => ({
    secrets: server.context.vault.seal(JSON.stringify({ api_password: value }), accountSecretOwner(account)),
  });
  await changeAccount(account, password('old'));
  const counts = await bookWithChange(2, account, password(courierValues.MNP['api_password']));
  expect(counts).toMatchObject({ failed: 0, booked: 2 });
});

it('a booking that waits for a free call of its account is not sent after someone changed the account, and says so', async () => {
  const account = shop.accounts.POSTEX;
  const order = await shop.newOrder();
  const endCalls = await aBusyAccount(server, shop, account);
  const booking = shop.book(order, 'POSTEX');
  const claimed = () =>
    withShop(server.context.db, shop.shopId, (trx) =>
      trx.selectFrom('shipment').select('id').where('booking_state', '=', 'claimed').execute(),
    );
  await expect.poll(claimed).toHaveLength(1);
  await changeAccount(account, {});
  await endCalls();
  expect((await booking).body.errors[0]).toMatchObject({
    code: 'courier-unavailable',
    msg: 'Not booked: its courier account was just changed. Nothing was created at PostEx; you can try again.',
  });
  expect((await shop.book(order, 'POSTEX')).status).toBe(200);
});
