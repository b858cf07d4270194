import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Courier, CourierTracking } from '../../adapters/couriers/courier.ts';
import { runDueJobs } from '../../base/jobs/run-due-jobs.testing.ts';
import { bookedShipments } from '../../testing/booked-shipments.ts';
import { courierValues } from '../../testing/courier-values.ts';
import { anAccount, aShop, aUser } from '../../testing/factories.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { trackingWork } from './jobs.ts';

let server: TestServer;
const day = 86_400_000;

beforeAll(async () => {
  server = await startTestServer({ sandbox: false });
});
afterAll(() => server?.close());

it('a parcel that is added on its way is late, and has its days at its end, from the first scan of its courier', async () => {
  server.clock.now = new Date('2026-11-24T07:00:00Z');
  const now = server.clock.now.getTime();
  const { shopId } = await aShop(server.context, { plan: 'YEARLY' });
  const { token } = await aUser(server.context, shopId);
  const { accountId } = await anAccount(server.context, shopId, 'LEOPARD', courierValues.LEOPARD);
  await bookedShipments(server, { shopId, accountId }, [
    { order_name: '#booked', origin: 'booked', next_track_at: server.clock.now },
    { order_name: '#added', origin: 'imported', next_track_at: server.clock.now },
  ]);
  const found = async (search: string): Promise<string[]> => {
    const { body } = await server.call('GET', `get-all-orders?${search}`, { token });
    return body.data.map((row: { order_name: string }) => row.order_name);
  };
  expect(await found('days=0&op=EQUAL')).toEqual(['#added', '#booked']);

  const pickedUp = { at: new Date(now - 5 * day), code: '', text: 'Picked up', location: 'Lahore', detail: '' };
  await track({ statusText: 'Picked up', status: { status: 'INPROCESS', final: false }, events: [pickedUp] });
  expect(await found('todo=LATE')).toEqual(['#added']);

  server.clock.advance(day);
  const delivered = { ...pickedUp, at: server.clock.now, text: 'Delivered' };
  await track({
    statusText: 'Delivered',
    status: { status: 'DELIVERED', final: true },
    events: [pickedUp, delivered],
  });
  expect(await found('todo=LATE')).toEqual([]);
  expect(await found('days=6&op=EQUAL')).toEqual(['#added']);
  expect(await found('days=1&op=EQUAL')).toEqual(['#booked']);
});

/** The due parcels are checked, and Leopards says this of each. */
async function track(says: Pick<Extract<CourierTracking, { found: true }>, 'statusText' | 'status' | 'events'>) {
  const { couriers } = server.context;
  const LEOPARD: Courier = {
    ...couriers.LEOPARD,
    track: async (_account, numbers) => numbers.map((trackingNumber) => ({ trackingNumber, found: true, ...says })),
  };
  await runDueJobs({ ...server.context, couriers: { ...couriers, LEOPARD } }, trackingWork);
}
