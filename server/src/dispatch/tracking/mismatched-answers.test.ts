import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPostex } from '../../adapters/couriers/postex/adapter.ts';
import { startScriptedCourier, type ScriptedCourier } from '../../adapters/couriers/scripted-courier.testing.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { anAccount, aShop } from '../../testing/factories.ts';
import { bookedParcels } from '../../testing/booked-parcels.ts';
import { courierValues } from '../../testing/courier-values.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { runDueJobs } from '../../base/jobs/run-due-jobs.testing.ts';
import { trackingWork } from './jobs.ts';

let server: TestServer;
let courier: ScriptedCourier;

beforeAll(async () => {
  [server, courier] = await Promise.all([startTestServer({ sandbox: false }), startScriptedCourier()]);
});
afterAll(() => Promise.all([server?.close(), courier?.close()]));

it('an answer about another parcel changes nothing and is counted in /metrics', async () => {
  const { shopId } = await aShop(server.context, { plan: 'YEARLY' });
  const { accountId } = await anAccount(server.context, shopId, 'POSTEX', courierValues.POSTEX);
  await bookedParcels(server, { shopId, accountId }, [
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
  const couriers = { ...server.context.couriers, POSTEX: createPostex({ baseUrl: courier.url }) };
  await runDueJobs({ ...server.context, couriers }, trackingWork);

  expect(courier.received.map(({ path }) => path)).toEqual(['/v1/track-order/26704560000656']);
  const [parcel] = await withShop(server.context.db, shopId, (trx) =>
    trx.selectFrom('shipment').select(['status', 'last_tracked_at']).where('shop_id', '=', shopId).execute(),
  );
  expect(parcel).toEqual({ status: 'FULFILLED', last_tracked_at: server.clock.now });
  const metrics = await server.call('GET', '/metrics');
  expect(metrics.body).toContain('courierdesk_mismatched_courier_answers_total{company="POSTEX"} 1');
});
