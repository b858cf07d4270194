import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLeopard } from '../../adapters/couriers/leopard/adapter.ts';
import { createPostex } from '../../adapters/couriers/postex/adapter.ts';
import { startScriptedCourier, type ScriptedCourier } from '../../adapters/couriers/scripted-courier.testing.ts';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { anAccount, aShop } from '../../testing/factories.ts';
import { bookedShipments } from '../../testing/booked-shipments.ts';
import { courierValues } from '../../testing/courier-values.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { trackDueShipments } from './track-due-shipments.ts';

let server: TestServer;
let courier: ScriptedCourier;

beforeAll(async () => {
  [server, courier] = await Promise.all([startTestServer({ sandbox: false }), startScriptedCourier()]);
});
afterAll(() => Promise.all([server?.close(), courier?.close()]));

/** Tracks the due parcels of one account, and not what other tests left due. */
async function track(
  { shopId, accountId }: { shopId: string; accountId: string },
  couriers: Partial<Context['couriers']>,
): Promise<void> {
  const context = { ...server.context, couriers: { ...server.context.couriers, ...couriers } };
  await trackDueShipments(context, { shopId, key: accountId }, new AbortController().signal);
}

async function mismatchedAnswers(): Promise<number> {
  const { body } = await server.call('GET', '/metrics');
  return Number(/^courierdesk_mismatched_courier_answers_total{company="POSTEX"} (\d+)$/m.exec(body)?.[1]);
}

it('an answer about another parcel changes nothing and is counted in /metrics', async () => {
  const { shopId } = await aShop(server.context, { plan: 'YEARLY' });
  const { accountId } = await anAccount(server.context, shopId, 'POSTEX', courierValues.POSTEX);
  await bookedShipments(server, { shopId, accountId }, [
    { company: 'POSTEX', tracking_number: '26704560000656', next_track_at: server.clock.now },
  ]);
  server.clock.advance(60_000);
  courier.answer({
    '/v1/track-order/': {
      json: {
        statusCode: '200',
        statusMessage: 'SUCCESSFULLY OPERATED',
        dist: { trackingNumber: '26704560000999', transactionStatus: 'Delivered' },
      },
    },
  });
  const before = await mismatchedAnswers();
  await track({ shopId, accountId }, { POSTEX: createPostex({ baseUrl: courier.url }) });

  expect(courier.received.map(({ path }) => path)).toEqual(['/v1/track-order/26704560000656']);
  const [parcel] = await withShop(server.context.db, shopId, (trx) =>
    trx.selectFrom('shipment').select(['status', 'last_tracked_at']).where('shop_id', '=', shopId).execute(),
  );
  expect(parcel).toEqual({ status: 'FULFILLED', last_tracked_at: server.clock.now });
  expect(await mismatchedAnswers()).toBe(before + 1);
});

it('parcels that a courier answered about before it said "too many requests" are saved, although it refuses every list', async () => {
  const { shopId } = await aShop(server.context, { plan: 'YEARLY' });
  const { accountId } = await anAccount(server.context, shopId, 'POSTEX', courierValues.POSTEX);
  const numbers = Array.from({ length: 50 }, (_, place) => `267045600007${place + 10}`);
  await bookedShipments(
    server,
    { shopId, accountId },
    numbers.map((tracking_number) => ({
      company: 'POSTEX',
      tracking_number,
      next_track_at: server.clock.now,
    })),
  );
  server.clock.advance(60_000);
  const delivered = numbers.map((trackingNumber) => ({
    json: { statusCode: '200', dist: { trackingNumber, transactionStatus: 'Delivered' } },
  }));
  const tooMany = { status: 429, json: { statusCode: '429', statusMessage: 'TOO MANY REQUESTS' } };
  courier.answer({
    '/v1/track-bulk-order': { status: 400, json: { status: 400, message: 'TrackingNumbers is not present' } },
    '/v1/track-order/': [...delivered.slice(0, 5), tooMany],
  });
  await track({ shopId, accountId }, { POSTEX: createPostex({ baseUrl: courier.url }) });

  const saved = await withShop(server.context.db, shopId, (trx) =>
    trx.selectFrom('shipment').select(['status', 'next_track_at']).where('shop_id', '=', shopId).execute(),
  );
  expect(saved.filter(({ status }) => status === 'DELIVERED')).toHaveLength(5);
  expect(saved.filter(({ next_track_at: at }) => at && at <= server.clock.now)).toHaveLength(45);
});

it('an account whose courier answers for some parcels before it says "too many requests" is tracked again after a minute, each time', async () => {
  const { shopId } = await aShop(server.context, { plan: 'YEARLY' });
  const { accountId } = await anAccount(server.context, shopId, 'POSTEX', courierValues.POSTEX);
  const numbers = ['26704560000811', '26704560000812', '26704560000813', '26704560000814', '26704560000815'];
  await bookedShipments(
    server,
    { shopId, accountId },
    numbers.map((tracking_number, place) => ({
      company: 'POSTEX',
      tracking_number,
      next_track_at: new Date(server.clock.now.getTime() + place),
    })),
  );
  const pauses: number[] = [];
  for (const trackingNumber of numbers.slice(0, 3)) {
    server.clock.advance(60_000);
    const moving = { json: { statusCode: '200', dist: { trackingNumber, transactionStatus: 'Delivered' } } };
    courier.answer({
      '/v1/track-bulk-order': { status: 400, json: { status: 400, message: 'TrackingNumbers is not present' } },
      '/v1/track-order/': [moving, { status: 429, json: { statusCode: '429', statusMessage: 'TOO MANY REQUESTS' } }],
    });
    await track({ shopId, accountId }, { POSTEX: createPostex({ baseUrl: courier.url }) });
    const { track_next_at: next } = await withShop(server.context.db, shopId, (trx) =>
      trx.selectFrom('courier_account').select('track_next_at').where('id', '=', accountId).executeTakeFirstOrThrow(),
    );
    pauses.push(next.getTime() - server.clock.now.getTime());
  }
  expect(pauses).toEqual([60_000, 60_000, 60_000]);
});

it('a receiver with a NUL or half an emoji in the name does not keep the parcels of the same answer from being saved', async () => {
  const { shopId } = await aShop(server.context, { plan: 'YEARLY' });
  const { accountId } = await anAccount(server.context, shopId, 'LEOPARD', courierValues.LEOPARD);
  const receivers = { KI100000001: 'ALI\0', KI100000002: 'SANA \ud83d', KI100000003: 'BILAL 😀' };
  await bookedShipments(
    server,
    { shopId, accountId },
    Object.keys(receivers).map((tracking_number) => ({ tracking_number, next_track_at: server.clock.now })),
  );
  server.clock.advance(60_000);
  courier.answer({
    '/trackBookedPacket/': {
      json: {
        status: 1,
        error: 0,
        packet_list: Object.entries(receivers).map(([track_number, Reciever_Name]) => ({
          track_number,
          booked_packet_status: 'Delivered',
          'Tracking Detail': [{ Status: 'Delivered', Activity_datetime: '2026-11-20 10:00:00', Reciever_Name }],
        })),
      },
    },
  });
  await track({ shopId, accountId }, { LEOPARD: createLeopard({ baseUrl: courier.url }) });

  const saved = await withShop(server.context.db, shopId, (trx) =>
    trx
      .selectFrom('shipment as s')
      .innerJoin('shipment_event as e', 'e.shipment_id', 's.id')
      .select(['s.status', 'e.detail'])
      .where('s.shop_id', '=', shopId)
      .orderBy('s.tracking_number')
      .execute(),
  );
  expect(saved).toEqual([
    { status: 'DELIVERED', detail: 'ALI\ufffd' },
    { status: 'DELIVERED', detail: 'SANA \ufffd' },
    { status: 'DELIVERED', detail: 'BILAL 😀' },
  ]);
});

it('a delivery that no scan names has the time that the courier names beside the scans, not that of the pick-up', async () => {
  const { shopId } = await aShop(server.context, { plan: 'YEARLY' });
  const { accountId } = await anAccount(server.context, shopId, 'POSTEX', courierValues.POSTEX);
  await bookedShipments(server, { shopId, accountId }, [
    { company: 'POSTEX', tracking_number: '26704560000657', next_track_at: server.clock.now },
  ]);
  server.clock.advance(60_000);
  const scan = (updatedAt: string, transactionStatusMessageCode: string, transactionStatusMessage: string) => ({
    ...{ updatedAt, transactionStatusMessageCode, transactionStatusMessage },
  });
  courier.answer({
    '/v1/track-order/': {
      json: {
        statusCode: '200',
        dist: {
          ...{ trackingNumber: '26704560000657', transactionStatus: 'Delivered' },
          orderDeliveryDate: '2026-11-05 15:30:00',
          transactionStatusHistory: [
            scan('2026-11-01 18:00:00', '0003', 'Received at PostEx warehouse'),
            scan('2026-11-05 09:00:00', '0004', 'Package on route'),
          ],
        },
      },
    },
  });
  await track({ shopId, accountId }, { POSTEX: createPostex({ baseUrl: courier.url }) });

  const saved = await withShop(server.context.db, shopId, (trx) =>
    trx.selectFrom('shipment').select(['status', 'delivered_at']).where('shop_id', '=', shopId).execute(),
  );
  expect(saved).toEqual([{ status: 'DELIVERED', delivered_at: new Date('2026-11-05T10:30:00Z') }]);
});
