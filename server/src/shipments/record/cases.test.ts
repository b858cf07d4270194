import { afterAll, beforeAll, expect, it } from 'vitest';
import { withShop } from '../../base/db/tenancy.ts';
import { aShipment } from '../../testing/a-shipment.ts';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { waitingStatements } from '../../testing/waiting-statements.ts';
import { closeCases, openCase } from './cases.ts';

let server: TestServer;
let shop: BookableShop;

beforeAll(async () => {
  server = await startTestServer();
  shop = await aBookableShop(server);
});
afterAll(() => server?.close());

async function aParcelWithCase(): Promise<{ shop_id: string; id: string }> {
  const id = await aShipment(server.context, shop.shopId, { accountId: shop.accounts.LEOPARD });
  const parcel = { shop_id: shop.shopId, id };
  await inShop((trx) => openCase(trx, parcel, 'no-news', server.clock.now));
  return parcel;
}

const inShop = <T>(work: Parameters<typeof withShop<T>>[2]): Promise<T> =>
  withShop(server.context.db, shop.shopId, work);

const needsAttention = (id: string): Promise<boolean> =>
  inShop(async (trx) => {
    const { needs_attention: needs } = await trx
      .selectFrom('shipment')
      .select('needs_attention')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return needs;
  });

async function untilSomethingWaits(): Promise<void> {
  await expect.poll(() => waitingStatements(server)).toBe(1);
}

it('a parcel needs attention while one of its cases is open', async () => {
  const parcel = await aParcelWithCase();
  await inShop((trx) => openCase(trx, parcel, 'unknown-status', server.clock.now));
  await inShop((trx) => closeCases(trx, parcel, ['no-news'], server.clock.now, 'A'));
  expect(await needsAttention(parcel.id)).toBe(true);
  await inShop((trx) => closeCases(trx, parcel, ['unknown-status', 'void-at-courier'], server.clock.now, 'A'));
  expect(await needsAttention(parcel.id)).toBe(false);
});

it('a parcel needs attention for a case that is opened while another one is closed', async () => {
  const parcel = await aParcelWithCase();
  const closed = await inShop(async (trx) => {
    await openCase(trx, parcel, 'unknown-status', server.clock.now);
    const closing = inShop((other) => closeCases(other, parcel, ['no-news'], server.clock.now, 'A'));
    await untilSomethingWaits();
    return { closing };
  });
  await closed.closing;
  expect(await needsAttention(parcel.id)).toBe(true);
});

it('a parcel needs no attention after two transactions have closed its two cases at once', async () => {
  const parcel = await aParcelWithCase();
  await inShop((trx) => openCase(trx, parcel, 'unknown-status', server.clock.now));
  const closed = await inShop(async (trx) => {
    await closeCases(trx, parcel, ['unknown-status'], server.clock.now, 'A');
    const closing = inShop((other) => closeCases(other, parcel, ['no-news'], server.clock.now, 'B'));
    await untilSomethingWaits();
    return { closing };
  });
  await closed.closing;
  expect(await needsAttention(parcel.id)).toBe(false);
});
