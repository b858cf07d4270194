import type { ReleaseLease } from '@courierdesk/contract/operator';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { leaseIsPast, noLease } from '../../base/db/leases.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { endInterruptedBooking } from '../../dispatch/booking/expire-bookings.ts';
import { lockShipment, shipmentById } from '../../shipments/record/find-shipments.ts';
import { requestStoreUpdate } from '../../store/sync/request-store-update.ts';
import { recordOperatorAction } from './record-operator-action.ts';

/**
 * Ends a lease that is past its time, so that its work continues, as a worker does. A lease that still runs is kept, because
 * its process may be at work. A second call changes nothing.
 */
export async function releaseLease(
  context: Context,
  { what, shop_id: shopId, id }: ReleaseLease,
): Promise<{ message: string }> {
  const released = await withShop(context.db, shopId, (trx) => release[what](trx, context, shopId, id));
  return {
    message: released ? 'Released. The work continues within a few seconds.' : 'This is released already, or at work.',
  };
}

/** Each returns whether it released anything. */
const release = { booking: releaseBooking, 'store-update': releaseStoreUpdate, 'store-read': releaseStoreRead };

/** Frees the order if the courier was not asked. If it was, the booking becomes uncertain and is looked up. */
async function releaseBooking(trx: Db, context: Context, shopId: string, id: string): Promise<boolean> {
  if (!(await shipmentById(trx, shopId, id))) return false;
  const shipment = await lockShipment(trx, { shop_id: shopId, id });
  if (!(await endInterruptedBooking(trx, context, shipment, context.clock()))) return false;
  const subject = { kind: 'shipment' as const, id, label: shipment.order_name };
  await recordOperatorAction(trx, context, shopId, { action: 'shop.lease-released', work: 'booking', subject });
  return true;
}

async function releaseStoreUpdate(trx: Db, context: Context, shopId: string, id: string): Promise<boolean> {
  const now = context.clock();
  const order = await trx
    .updateTable('desired_store_state as desired')
    .from('store_order')
    .set(noLease)
    .where('desired.shop_id', '=', shopId)
    .where('desired.store_order_id', '=', id)
    .where(leaseIsPast(now))
    .whereRef('store_order.shop_id', '=', 'desired.shop_id')
    .whereRef('store_order.id', '=', 'desired.store_order_id')
    .returning('store_order.name')
    .executeTakeFirst();
  if (!order) return false;
  await requestStoreUpdate(trx, shopId, { jobs: context.jobs, now });
  const subject = { kind: 'store_order' as const, id, label: order.name };
  await recordOperatorAction(trx, context, shopId, { action: 'shop.lease-released', work: 'store update', subject });
  return true;
}

async function releaseStoreRead(trx: Db, context: Context, shopId: string): Promise<boolean> {
  const now = context.clock();
  const released = await trx
    .updateTable('store_sync')
    .set(noLease)
    .where('shop_id', '=', shopId)
    .where(leaseIsPast(now))
    .executeTakeFirst();
  if (released.numUpdatedRows === 0n) return false;
  await context.jobs.request(trx, 'store-reads', { shopId, at: now });
  await recordOperatorAction(trx, context, shopId, { action: 'shop.lease-released', work: 'reading the store' });
  return true;
}
