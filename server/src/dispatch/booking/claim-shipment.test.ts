import { BookingInput } from '@courierdesk/contract/booking';
import type { AttentionItem } from '@courierdesk/contract/attention';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { UserActor } from '../../base/actor.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { actorByUser } from '../../people/sessions/actor-by-user.ts';
import { readOrdersFromStore } from '../../store/orders/read-orders-from-store.ts';
import { aUser } from '../../testing/factories.ts';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { waitingStatements } from '../../testing/waiting-statements.ts';
import { requestForOne } from './booking-request.ts';
import { checkBooking, type CheckedBooking } from './check-booking.ts';
import { claimShipment } from './claim-shipment.ts';

let server: TestServer;
let shop: BookableShop;
let actor: UserActor;

beforeAll(async () => {
  server = await startTestServer();
  shop = await aBookableShop(server);
  const { userId } = await aUser(server.context, shop.shopId);
  actor = await withShop(server.context.db, shop.shopId, (trx) =>
    actorByUser(trx, { shopId: shop.shopId, userId }, { ip: '', userAgent: '', requestId: '' }),
  );
});
afterAll(() => server?.close());

it('an order that changes in the store between check and claim shows the change before anything is booked, if our copy already has it', async () => {
  const { checked, changeCity } = await aCheckedOrder();
  await changeCity();
  await expect(claimShipment(server.context, actor, checked, undefined)).rejects.toMatchObject({
    items: [{ code: 'order-changed', detail: { changes: [{ field: 'City', was: 'Lahore', now: 'Quetta' }] } }],
  });
});

it('an order that changes in the store between check and claim is not booked if it was cancelled', async () => {
  const { checked, order, mirror } = await aCheckedOrder();
  await server.sandbox.control(`orders/${order.id}`, { cancel: true });
  await mirror();
  await expect(claimShipment(server.context, actor, checked, undefined)).rejects.toMatchObject({
    code: 'order-cancelled-in-store',
  });
});

it('an order is not booked with settings of its courier account that someone changed between check and claim', async () => {
  const { checked } = await aCheckedOrder();
  await withShop(server.context.db, shop.shopId, (trx) =>
    trx
      .updateTable('courier_account')
      .set({ version: checked.account.version + 1 })
      .where('shop_id', '=', shop.shopId)
      .where('id', '=', checked.account.id)
      .execute(),
  );
  await expect(claimShipment(server.context, actor, checked, undefined)).rejects.toMatchObject({
    items: [{ code: 'conflict', msg: expect.stringContaining('was just changed. Nothing was booked. Try again.') }],
  });
});

it('flags the shipment if the change arrives during the claim', async () => {
  const { checked, changeCity } = await aCheckedOrder();
  let changing: Promise<unknown> | undefined;
  const { shipment } = await claimShipment(server.context, actor, checked, undefined, {
    withClaim: async () => {
      changing = changeCity();
      await expect.poll(() => waitingStatements(server)).toBe(1);
    },
  });
  await changing;
  const { body } = await server.call('GET', 'shipments/attention', { token: shop.token });
  expect((body.data as AttentionItem[]).filter((one) => one.shipment_id === shipment.id)).toEqual([
    expect.objectContaining({
      kind: 'changed-after-booking',
      changes: [{ field: 'City', was: 'Lahore', now: 'Quetta' }],
    }),
  ]);
});

type CheckedOrder = {
  order: { id: string; name: string };
  checked: CheckedBooking;
  mirror(): Promise<unknown>;
  changeCity(): Promise<unknown>;
};

async function aCheckedOrder(): Promise<CheckedOrder> {
  const order = await shop.newOrder();
  const input = BookingInput.parse(await shop.form(order, 'LEOPARD'));
  const checked = await checkBooking(server.context, actor, requestForOne(input));
  const platformIds = checked.orders.map((one) => one.order.platform_order_id);
  const mirror = () => readOrdersFromStore(server.context, shop.shopId, platformIds);
  return {
    order,
    checked,
    mirror,
    async changeCity() {
      await server.sandbox.control(`orders/${order.id}`, { address: { city: 'Quetta' } });
      return mirror();
    },
  };
}
