import { systemActor } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import type { Context } from '../context.ts';
import type { Db } from '../db/client.ts';
import { describeChanges, type OrderCopy } from './order-version.ts';
import { closeCases, openCase } from '../shipments/cases.ts';
import { addHistory } from '../shipments/history.ts';

export type NoticedChange = {
  readonly storeOrderId: string;
  readonly before: OrderCopy;
  readonly after: OrderCopy;
  readonly cancelled: boolean;
};

/**
 * A store order was changed while a shipment holds it. Compared with what was booked, not with the last mirror, so that
 * a change that was taken back leaves no case open.
 */
export async function noticeOrderChanges(
  trx: Db,
  context: Context,
  shopId: string,
  changes: readonly NoticedChange[],
): Promise<void> {
  const now = context.clock();
  for (const change of changes) {
    const held = await trx
      .selectFrom('shipment_order')
      .innerJoin('shipment', (join) =>
        join
          .onRef('shipment.shop_id', '=', 'shipment_order.shop_id')
          .onRef('shipment.id', '=', 'shipment_order.shipment_id'),
      )
      .select(['shipment.id', 'shipment.final', 'shipment_order.store_copy'])
      .where('shipment_order.shop_id', '=', shopId)
      .where('shipment_order.store_order_id', '=', change.storeOrderId)
      .where('shipment_order.holds', '=', true)
      .executeTakeFirst();
    if (!held || held.final) continue;
    const shipment = { shop_id: shopId, id: held.id };
    const booked = held.store_copy as unknown as OrderCopy;
    const differences = [
      ...(change.cancelled ? [{ field: 'Order', was: 'open', now: 'cancelled in the store' }] : []),
      ...describeChanges(booked, change.after),
    ];
    if (differences.length === 0) {
      await closeCases(trx, shipment, ['changed-after-booking'], now, 'Store');
      continue;
    }
    await openCase(trx, shipment, 'changed-after-booking', now, { changes: differences });
    await addHistory(trx, shipment, {
      at: now,
      who: 'Store',
      what: `Changed after booking: ${differences.map(({ field, was, now: then }) => `${field} was ${was}, now ${then}`).join('; ')}`,
    });
    await recordAuditEvent(trx, systemActor(shopId, 'Store'), {
      at: now,
      action: 'store-order.changed-after-booking',
      subjectKind: 'shipment',
      subjectId: held.id,
      detail: { fields: differences.map(({ field }) => field) },
    });
  }
}
