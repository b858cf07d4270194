import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { withShop } from '../../base/db/tenancy.ts';
import { aShipment, type GivenShipment } from '../../testing/a-shipment.ts';
import { courierValues } from '../../testing/courier-values.ts';
import { anAccount, aShop, aUser } from '../../testing/factories.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let shopId: string;
let token: string;
let accountId: string;

beforeAll(async () => {
  server = await startTestServer({ sandbox: false });
});
beforeEach(async () => {
  ({ shopId } = await aShop(server.context));
  ({ token } = await aUser(server.context, shopId));
  ({ accountId } = await anAccount(server.context, shopId, 'MNP', courierValues.MNP));
});
afterAll(() => server?.close());

const add = (given: Omit<GivenShipment, 'accountId'>): Promise<string> =>
  aShipment(server.context, shopId, { accountId, company: 'MNP', ...given });
const remove = (orderId: string) => server.call('DELETE', 'delete-order', { token, body: { orderId } });
const get = (path: string) => server.call('GET', path, { token });

it('deleting an order removes a cancelled order from the list, totals, search and reports, and records it in the audit trail', async () => {
  const id = await add({ number: 'MP100001', order: '#1043', status: 'CANCELLED', cancelledAt: server.clock.now });
  await add({ number: 'MP100002', order: '#1044' });
  const deleted = await remove(id);
  expect(deleted.body).toEqual({ message: '#1043 has been deleted' });
  expect((await get('get-all-orders')).body).toMatchObject({ totalOrders: 1, data: [{ order_name: '#1044' }] });
  expect((await get('get-all-orders?status=CANCELLED')).body).toMatchObject({ totalOrders: 0, data: [] });
  expect((await get('get-all-orders?query=MP100001')).body).toMatchObject({ totalOrders: 0, data: [] });
  expect((await get('get-dashboard-analytics')).body.byStatus.CANCELLED).toBe(0);
  expect((await get(`shipments/${id}`)).status).toBe(404);
  expect((await get('track-order/MP100001?stored=true')).status).toBe(404);
  expect((await server.call('GET', 'track-order-public/MP100001')).status).toBe(404);
  const audit = await withShop(server.context.db, shopId, (trx) =>
    trx.selectFrom('audit_event').select(['action', 'subject_id', 'detail']).where('subject_id', '=', id).execute(),
  );
  expect(audit).toEqual([
    {
      action: 'shipment.delete',
      subject_id: id,
      detail: {
        order_name: '#1043',
        tracking_number: 'MP100001',
        company: 'MNP',
        booking_state: 'booked',
        status: 'CANCELLED',
      },
    },
  ]);
  expect((await remove(id)).status).toBe(404);
});

it('deleting an order removes a booking that failed', async () => {
  expect((await remove(await add({ number: null, state: 'rejected' }))).status).toBe(200);
  expect((await remove(await add({ number: null, state: 'released' }))).status).toBe(200);
});

it.each([
  [{ status: 'FULFILLED' }, /Cancel its booking first/],
  [{ status: 'DELIVERED' }, /Delivered orders cannot be deleted/],
  [{ status: 'RTS' }, /on its way back to you, so it cannot be deleted/],
  [{ status: 'RTS', final: true }, /Returned orders cannot be deleted/],
  [{ state: 'cancelling' }, /still in progress/],
  [{ number: null, state: 'uncertain' }, /still in progress/],
  [{ number: null, state: 'asking' }, /still in progress/],
  [{ status: 'CANCELLED', courierLive: true }, /M&P still holds .* Void it/],
] as const)('deleting an order refuses %j', async (given, words) => {
  const id = await add(given);
  const refused = await remove(id);
  expect(refused.status).toBe(409);
  expect(refused.body.errors[0]).toMatchObject({ code: 'cannot-delete', msg: expect.stringMatching(words) });
});

it('deleting an order refuses a released booking that we still look for', async () => {
  const id = await add({ number: null, state: 'released' });
  await withShop(server.context.db, shopId, (trx) =>
    trx
      .updateTable('shipment')
      .set({ look_up_until: new Date(server.clock.now.getTime() + 60_000) })
      .where('id', '=', id)
      .execute(),
  );
  expect((await remove(id)).body.errors[0].msg).toContain('may still report this booking');
});
