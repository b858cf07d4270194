import type { AttentionItem } from '@courierdesk/contract/attention';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { newId } from '../../base/db/ids.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { printed } from '../../shipments/documents/printed.testing.ts';
import { aShipment } from '../../testing/a-shipment.ts';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let shop: BookableShop;

beforeAll(async () => {
  server = await startTestServer();
});
afterEach(() => server.sandbox.control('faults', { clear: true }));
afterAll(() => server?.close());

/** M&P accepts only Latin letters. */
const person = { consignee_name: 'Ayesha Khan', consignee_address: 'House 12, Street 4, Gulberg III' };
const call = (method: string, path: string, body?: unknown) => server.call(method, path, { token: shop.token, body });
const cases = async () => (await call('GET', 'shipments/attention')).body;
const kinds = ({ data }: { data: AttentionItem[] }) => data.map((item) => [item.kind, item.resolves_itself]);
async function printLabel(id: string): Promise<void> {
  const { ticket } = await printed(server, shop.token, { shipment_ids: [id], kind: 'airway-bill', size: '4x6' });
  await (await fetch(`${server.url}/api/v1/downloads/${ticket}`)).arrayBuffer();
}

it('cases that need a decision come before cases that resolve automatically, and have their own count', async () => {
  shop = await aBookableShop(server);
  await server.sandbox.control('faults', { target: 'tcs', operation: 'book', kind: 'error500', times: 1 });
  await shop.book(await shop.newOrder(), 'TCS');
  const posted = (await shop.book(await shop.newOrder(), 'MNP', person)).body.data;
  await call('PUT', `cancel-booking/${posted.trackingNumber}`);

  const open = await cases();
  expect(kinds(open)).toEqual([
    ['void-at-courier', false],
    ['uncertain', true],
  ]);
  expect(open).toMatchObject({ to_decide: 1, resolving: 1, total: 2 });
  expect((await call('GET', 'get-dashboard-analytics')).body).toMatchObject({ attention: 1, resolving: 1 });

  for (const seconds of [6, 20, 60, 300, 900, 4_000]) {
    server.clock.advance(seconds * 1000);
    await server.work('booking-look-ups');
  }
  expect(await cases()).toMatchObject({ to_decide: 2, resolving: 0 });
});

it('a failed store update needs a decision only if the store refused it', async () => {
  shop = await aBookableShop(server);
  const order = await shop.newOrder();
  const form = await shop.form(order, 'LEOPARD');
  await server.sandbox.control('faults', { rules: [{ target: 'shopify', kind: 'error500', rate: 1 }] });
  expect((await call('POST', 'book-order', form)).status).toBe(200);
  for (const seconds of [20, 90, 400, 1000]) {
    server.clock.advance(seconds * 1000);
    await server.work('store-updates');
  }
  expect(kinds(await cases())).toEqual([['store-update-failed', true]]);

  await server.sandbox.control('faults', {
    clear: true,
    rules: [{ target: 'shopify', operation: 'fulfillmentCreate', kind: 'refuse', rate: 1 }],
  });
  server.clock.advance(4_000_000);
  await server.work('store-updates');
  expect(kinds(await cases())).toEqual([['store-update-failed', false]]);
});

it('a case and a bulk cancel show printed labels and load sheets', async () => {
  shop = await aBookableShop(server);
  const [labelled, listed, plain] = [
    (await shop.book(await shop.newOrder(), 'LEOPARD')).body.data,
    (await shop.book(await shop.newOrder(), 'LEOPARD')).body.data,
    (await shop.book(await shop.newOrder(), 'LEOPARD')).body.data,
  ];
  await printLabel(labelled.id);
  const { data: sheets } = (await call('POST', 'load-sheets', { shipment_ids: [listed.id] })).body;

  const ids = [labelled.id, listed.id, plain.id];
  const { body } = await call('POST', 'shipments/selection', { selection: { ids } });
  expect(body.data.cancel).toMatchObject({ parcels: 3, printed: 1, on_load_sheet: 1 });
  const tracked = await call('GET', `track-order/${listed.trackingNumber}?stored=true`);
  expect(tracked.body.shipment).toMatchObject({
    printed: null,
    load_sheet: { number: sheets[0].number, handed_over_at: null },
  });

  const posted = (await shop.book(await shop.newOrder(), 'MNP', person)).body.data;
  await printLabel(posted.id);
  await call('PUT', `cancel-booking/${posted.trackingNumber}`);
  expect((await cases()).data).toEqual([
    expect.objectContaining({
      shipment_id: posted.id,
      papers: { printed: { at: expect.any(String), times: 1 }, load_sheet: null },
    }),
  ]);
});

it('a case of which the stored details cannot be read is shown with what can be read, and logged once', async () => {
  shop = await aBookableShop(server);
  const now = server.clock.now;
  for (const [number, kind, detail] of [
    ['LE7500000001', 'other-cod-at-courier', '{"cod": "2,450", "message": "Amount changed"}'],
    ['LE7500000002', 'cancel-refused', '"Too late"'],
    ['LE7500000003', 'cancel-refused', '{"message": "Too late."}'],
  ] as const) {
    const id = await aShipment(server.context, shop.shopId, { accountId: null, number });
    await withShop(server.context.db, shop.shopId, (trx) =>
      trx
        .insertInto('attention')
        .values({ shop_id: shop.shopId, id: newId(now), shipment_id: id, kind, detail, opened_at: now })
        .execute(),
    );
  }
  const logged = vi.spyOn(server.context.log, 'error');
  await cases();
  const { data } = await cases();
  expect(data.map((item: AttentionItem) => item.what_happened).toSorted()).toEqual([
    'Leopards did not cancel LE7500000002: We cannot read all details of this case.',
    'Leopards did not cancel LE7500000003: Too late.',
    'Leopards is to collect another amount for LE7500000001, but it was booked with Rs 1,500. We cannot read all details of this case.',
  ]);
  expect(logged.mock.calls.map(([about, words]) => ({ about, words }))).toEqual([
    { about: { case: expect.any(String) }, words: 'the details of a case cannot be read' },
    { about: { case: expect.any(String) }, words: 'the details of a case cannot be read' },
  ]);
  logged.mockRestore();
});
