import type { Company } from '@courierdesk/contract/companies';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newId } from '../../base/db/ids.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { aComparedShop } from '../../dispatch/differences/differences.testing.ts';
import { aShipment } from '../../testing/a-shipment.ts';
import { aBatch } from '../../testing/batches.ts';
import type { BookableShop } from '../../testing/bookable-shop.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createProcessReport } from '../operator-page/report-process.ts';
import { compareShops } from './compare-shops.ts';

let server: TestServer;
let shop: BookableShop;
let printed: string[];

beforeEach(async () => {
  server = await startTestServer();
  shop = await aComparedShop(server);
  printed = [];
});
afterEach(() => server?.close());

const compare = (maxWaitMs?: number) => compareShops(server.context, (line) => void printed.push(line), maxWaitMs);

/** What the courier got after the moment to which the database was restored. */
async function bookedSince(courier: Company, reference: string): Promise<string> {
  const consignee = { name: 'Bilal Ahmed', phone: '03001234567', address: 'House 1, Street 2' };
  const booked_at = server.clock.now.toISOString();
  const answer = await server.sandbox.control('consignments', {
    consignments: [{ shop: shop.domain, courier, reference, consignee, city: 'Lahore', cod: 2450, booked_at }],
  });
  return (answer as { consignments: { tracking_number: string }[] }).consignments[0]?.tracking_number ?? '';
}

test('compare compares every shop without a worker, says how much differs, and names those that are not done', async () => {
  await compare();
  expect(printed).toEqual([`${shop.domain}: compared. Open differences: 0.`]);
  const { body } = await server.call('GET', 'audit-events', { token: shop.token });
  expect(body.data[0]).toMatchObject({
    actor: { name: 'Operator of Courierdesk' },
    sentence: 'asked to compare the store and the couriers',
  });
  await expect(compare(0)).rejects.toThrow('1 shop was not compared completely.');
  expect(printed.at(-1)).toBe(`${shop.domain}: still comparing. A worker goes on with it.`);
});

test('compare says what of a shop it could not read, without the escape sequences in its names, and fails', async () => {
  await withShop(server.context.db, shop.shopId, (trx) =>
    trx
      .updateTable('courier_account')
      .set({ name: 'Leopards\u001b[2J' })
      .where('id', '=', shop.accounts.LEOPARD)
      .execute(),
  );
  await server.sandbox.control('faults', {
    rules: [{ target: 'leopard', kind: 'error500', rate: 1 }],
  });
  await expect(compare()).rejects.toThrow('1 shop was not compared completely.');
  expect(printed.join()).toMatch(
    /: compared, but not everything\. Leopards \[2J: Leopards did not respond.* Open differences: 0\.$/,
  );
});

test('a comparison that had begun before the restore begins again', async () => {
  const now = server.clock.now;
  const begun = { run_id: 'earlier', step: 'couriers', position: 'z', started_at: now, next_at: now };
  await withShop(server.context.db, shop.shopId, (trx) =>
    trx
      .insertInto('comparison')
      .values({ shop_id: shop.shopId, ...begun })
      .execute(),
  );
  const order = await shop.newOrder();
  await bookedSince('LEOPARD', `CD${order.name.slice(1)}-7KQ2ZM`);
  await compare();
  expect((await shop.book(order, 'LEOPARD')).body.errors[0].code).toBe('order-already-booked');
});

test('batch rows that waited when the database was backed up are not booked again', async () => {
  const [booked, free] = [await shop.newOrder(), await shop.newOrder()];
  const batch = await aBatch(server, shop, [booked, free], { account: shop.accounts.LEOPARD });
  await batch.call('POST', '/book', {});
  const number = await bookedSince('LEOPARD', `CD${booked.name.slice(1)}-7KQ2ZM`);

  await compare();
  await server.work('batch-rows');
  expect(await shop.consignments()).toMatchObject([{ tracking_number: number }]);
  for (const { name } of [booked, free])
    expect(await batch.row(name)).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('it may be booked already. Check with the courier, then retry.'),
    });

  await batch.call('POST', '/retry', {});
  await server.work('batch-rows');
  expect((await batch.row(booked.name)).state).toBe('failed');
  expect((await batch.row(free.name)).state).toBe('booked');
  expect(await shop.consignments()).toHaveLength(2);
});

test('a batch row that was about to be booked when the database was backed up gets the parcel that it has', async () => {
  const order = await shop.newOrder();
  const { LEOPARD: account } = shop.accounts;
  const batch = await aBatch(server, shop, [order], { account });
  const given = { accountId: account, number: null, state: 'claimed', cod: 2450 };
  const shipmentId = await aShipment(server.context, shop.shopId, given);
  const { reference } = await withShop(server.context.db, shop.shopId, async (trx) => {
    const booking = { state: 'booking', shipment_id: shipmentId, due_at: server.clock.now };
    await trx.updateTable('batch_row').set(booking).where('shop_id', '=', shop.shopId).execute();
    return trx
      .updateTable('shipment')
      .set({ attempt_id: newId() })
      .where('shop_id', '=', shop.shopId)
      .where('id', '=', shipmentId)
      .returning('reference')
      .executeTakeFirstOrThrow();
  });
  const number = await bookedSince('LEOPARD', reference);

  await compare();
  await server.sweep('booking-expiry');
  await server.work('batch-rows');
  expect((await batch.row(order.name)).state).toBe('uncertain');
  server.clock.advance(6_000);
  await server.work('booking-look-ups');
  expect(await batch.row(order.name)).toMatchObject({ state: 'booked', shipment: { tracking_number: number } });
  expect(await shop.consignments()).toHaveLength(1);
});

test('compare refuses while a process runs, and stops nothing', async () => {
  const batch = await aBatch(server, shop, [await shop.newOrder()], { account: shop.accounts.LEOPARD });
  await batch.call('POST', '/book', {});
  const report = createProcessReport(server.context);
  await report.sweep.run(server.context, new AbortController().signal);
  await expect(compare()).rejects.toThrow('Stop all processes first: all on ');
  await report.end();
  expect((await batch.book()).data.counts.booked).toBe(1);
});
