import { isCompany } from '@courierdesk/contract/companies';
import { sql } from 'kysely';
import type { UserActor } from '../../base/actor.ts';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { AppError } from '../../base/errors.ts';
import { changeShipment } from '../../shipments/record/change-shipment.ts';
import { closeCases, contradictionOf, settledByArrival } from '../../shipments/record/cases.ts';
import { lockShipment } from '../../shipments/record/find-shipments.ts';
import { holdAgain } from '../../shipments/record/release-orders.ts';
import type { ShipmentRow } from '../../shipments/record/shipment-row.ts';
import { requestShownAgain } from '../../store/sync/request-fulfilment.ts';
import { shipmentEvents, type EventRow } from '../tracking/shipment-events.ts';
import { recordDecision, type DecisionResult } from './record-decision.ts';

/**
 * A parcel that counted as returned or cancelled was delivered after all: it ends as delivered, holds its orders again unless
 * another parcel has its items, and the store shows it.
 */
export async function confirmDelivered(
  context: Context,
  actor: UserActor,
  shipment: ShipmentRow,
): Promise<DecisionResult> {
  const now = context.clock();
  const delivered = await withShop(context.db, actor.shopId, async (trx) => {
    const locked = await lockShipment(trx, shipment);
    const mayBe = locked.booking_state === 'booked' && (locked.status === 'RTS' || locked.status === 'CANCELLED');
    if (!mayBe || !(await contradictionOf(trx, locked)))
      throw new AppError('cannot-resolve', 'The courier does not say that this parcel was delivered after all.');
    await holdAgain(trx, locked, await ordersThatAreFree(trx, locked));
    const at = deliveredAt(context, locked, await shipmentEvents(trx, locked)) ?? now;
    const row = await changeShipment(trx, locked, {
      ...{ status: 'DELIVERED', final: true, courier_live: false, cancelled_at: null },
      ...{ status_at: at, delivered_at: at, next_track_at: null },
    });
    await requestShownAgain(trx, row, { jobs: context.jobs, now });
    await closeCases(trx, row, [...settledByArrival, 'returned-after-paid'], now, actor.name);
    await recordDecision(trx, actor, row, now, 'shipment.delivered');
    return row;
  });
  return { shipment: delivered, message: `${delivered.order_name} counts as delivered.` };
}

/** When the courier says that it delivered the parcel. */
function deliveredAt(
  { couriers }: Pick<Context, 'couriers'>,
  { company }: Pick<ShipmentRow, 'company'>,
  newestFirst: readonly EventRow[],
): Date | undefined {
  if (!isCompany(company)) return undefined;
  return newestFirst.find(({ text, code }) => couriers[company].meaningOf(text, code)?.status === 'DELIVERED')?.at;
}

/** The parcel's orders that it does not hold, and of which no other parcel holds an item that it carried. */
async function ordersThatAreFree(trx: Db, shipment: Pick<ShipmentRow, 'shop_id' | 'id'>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select one.store_order_id as id from shipment_order as one
    where one.shop_id = ${shipment.shop_id} and one.shipment_id = ${shipment.id} and not one.holds and not exists (
      select from shipment_order as other
      cross join jsonb_array_elements(other.lines) as theirs
      join jsonb_array_elements(one.lines) as ours on ours -> 'lineId' = theirs -> 'lineId'
      where other.shop_id = ${shipment.shop_id} and other.store_order_id = one.store_order_id and other.holds)`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
}
