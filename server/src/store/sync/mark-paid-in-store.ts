import { addMoney, formatMoney, formatRupees } from '@courierdesk/contract/money';
import { sql } from 'kysely';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { withShop } from '../../base/db/tenancy.ts';
import type { PlatformAccess } from '../../adapters/platforms/platform.ts';
import type { DesiredStateRow } from './find-store-updates.ts';

/**
 * Marks the store order as paid if a payment import asked for it, and what was received for the parcel, or for all paid parcels
 * of the order, is what is open there: the store can only mark the whole order. Safe to repeat: the platform checks first.
 * Once the store has answered, the payment is no longer asked for. Returns notes for the history.
 */
export async function markPaidInStore(
  context: Context,
  access: PlatformAccess,
  desired: DesiredStateRow,
  platformOrderId: string,
): Promise<string[]> {
  const { received, shop_id: shopId } = desired;
  if (received === null) return [];
  const ofOthers = await withShop(context.db, shopId, (trx) => receivedForOthers(trx, desired));
  const amounts = [received, addMoney(received, ofOthers)];
  const payment = await context.platform.markPaid(access, platformOrderId, amounts);
  if (!payment) return [];
  await withShop(context.db, shopId, (trx) => removeRequest(trx, desired, received));
  if (payment.isPaid) return ['Paid on Shopify.'];
  if (!payment.isAllowed) return ['Shopify does not allow this order to be marked as paid.'];
  if (payment.wouldCharge)
    return [
      'Not marked as paid on Shopify: the customer has authorised another payment there, and marking would charge it.',
    ];
  const why =
    Number(received) === 0
      ? 'and whether that was received for this order is not known'
      : `but ${formatRupees(received)} was received`;
  return [`Not marked as paid on Shopify: ${formatMoney(payment.open, payment.currency)} is open there, ${why}.`];
}

async function removeRequest(trx: Db, desired: DesiredStateRow, received: string): Promise<void> {
  await trx
    .updateTable('desired_store_state')
    .set({ received: null })
    .where('shop_id', '=', desired.shop_id)
    .where('store_order_id', '=', desired.store_order_id)
    .where('shipment_id', '=', desired.shipment_id)
    .where('received', '=', received)
    .execute();
}

/** What was received for the order's other paid parcels, in rupees. Of a merged one we do not know for which order it was. */
async function receivedForOthers(
  trx: Db,
  { shop_id, store_order_id, shipment_id }: Pick<DesiredStateRow, 'shop_id' | 'store_order_id' | 'shipment_id'>,
): Promise<string> {
  const { rows } = await sql<{ received: string }>`
    select coalesce(sum(coalesce(s.paid_amount, s.cod)), 0)::text as received
    from shipment_order as h
    join shipment as s on s.shop_id = h.shop_id and s.id = h.shipment_id
    where h.shop_id = ${shop_id} and h.store_order_id = ${store_order_id} and h.shipment_id <> ${shipment_id} and h.holds
      and s.payment_status = 'PAID' and s.tag <> 'MERGED'`.execute(trx);
  return rows[0]?.received ?? '0';
}
