import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPostex } from '../couriers/postex/adapter.ts';
import { startScriptedCourier, type ScriptedCourier } from '../couriers/scripted-courier.ts';
import { withShop } from '../db/tenancy.ts';
import { anAccount, aShop } from '../testing/factories.ts';
import { bookedParcels } from '../testing/booked-parcels.ts';
import { courierValues } from '../testing/courier-values.ts';
import { startWorld, type World } from '../testing/world.ts';
import { trackDueShipments } from './track-due-shipments.ts';

let world: World;
let server: ScriptedCourier;

beforeAll(async () => {
  [world, server] = await Promise.all([startWorld({ sandbox: false }), startScriptedCourier()]);
});
afterAll(() => Promise.all([world?.close(), server?.close()]));

it('a parcel is not delivered because its courier answered about another one; /metrics counts such answers', async () => {
  const { shopId } = await aShop(world.context, { plan: 'YEARLY' });
  const { accountId } = await anAccount(world.context, shopId, 'POSTEX', courierValues.POSTEX);
  await bookedParcels(world, { shopId, accountId }, [
    { company: 'POSTEX', tracking_number: '26704560000656', next_track_at: world.clock.now },
  ]);
  world.clock.advance(60_000);
  server.answer({
    '/v1/track-order/': {
      json: {
        statusCode: '200',
        statusMessage: 'SUCCESSFULLY OPERATED',
        dist: { trackingNumber: '26704560000999', transactionStatus: 'Delivered' },
      },
    },
  });
  const couriers = { ...world.context.couriers, POSTEX: createPostex({ baseUrl: server.url }) };
  await trackDueShipments({ ...world.context, couriers }, new AbortController().signal);

  expect(server.received.map(({ path }) => path)).toEqual(['/v1/track-order/26704560000656']);
  const [parcel] = await withShop(world.context.db, shopId, (trx) =>
    trx.selectFrom('shipment').select(['status', 'last_tracked_at']).where('shop_id', '=', shopId).execute(),
  );
  expect(parcel).toEqual({ status: 'FULFILLED', last_tracked_at: world.clock.now });
  const metrics = await world.call('GET', '/metrics');
  expect(metrics.body).toContain('courierdesk_mismatched_courier_answers_total{company="POSTEX"} 1');
});
