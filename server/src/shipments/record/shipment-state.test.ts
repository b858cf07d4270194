import { BookingState, ShipmentStatus } from '@courierdesk/contract/statuses';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aShipment } from '../../testing/a-shipment.ts';
import { aShop } from '../../testing/factories.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { stateOf } from './shipment-state.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ sandbox: false });
});
afterAll(() => server.close());

const combinations = BookingState.options.flatMap((state) =>
  ShipmentStatus.options.flatMap((status) => [true, false].map((final) => ({ state, status, final }))),
);

test('the database accepts the same states of a shipment as the code', async () => {
  const { shopId } = await aShop(server.context);
  const known = combinations.filter(({ state, status, final }) => {
    try {
      return stateOf({ booking_state: state, status, final });
    } catch {
      return false;
    }
  });
  const accepted: typeof combinations = [];
  const refusedBy = new Set<unknown>();
  for (const one of combinations) {
    const hasNumber = one.state === 'booked' || one.state === 'cancelling';
    const given = { ...one, accountId: null, company: 'TRAX', ...(!hasNumber && { number: null }) };
    await aShipment(server.context, shopId, given).then(
      () => accepted.push(one),
      // On a cluster, the constraints of a table's parts have numbers.
      (error: unknown) => refusedBy.add(/constraint "([a-z_]+?)(?:_\d+)?"/.exec(String(error))?.[1]),
    );
  }
  expect(accepted).toEqual(known);
  expect([...refusedBy]).toEqual(['shipment_states']);
});
