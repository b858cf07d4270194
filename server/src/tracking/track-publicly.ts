import type { ReplyOf } from '@courierdesk/contract/endpoint';
import { maskName, maskPhone, type trackOrderPublic } from '@courierdesk/contract/public-tracking';
import type { ShipmentStatus } from '@courierdesk/contract/statuses';
import { courierName } from '@courierdesk/contract/companies';
import { dayOf } from '@courierdesk/contract/dates';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { CourierError } from '../couriers/courier-error.ts';
import { withShop } from '../db/tenancy.ts';
import { eventsMissing } from './tracking-change.ts';
import { parcelTrouble } from './parcel-trouble.ts';
import { wholeCod } from '../shipments/shipment-state.ts';
import { presentTracked } from './present.ts';
import { shipmentById } from '../shipments/find-shipments.ts';
import type { ShipmentRow } from '../shipments/shipment-row.ts';
import { isOutForDelivery } from './store-event.ts';
import { eventsOf, type EventRow } from './parcel-events.ts';
import { trackShipments } from './track-shipments.ts';

export type PublicTracking = ReplyOf<typeof trackOrderPublic>;

/** A visitor asks the courier at most this often for one parcel, and waits this long for it. */
const freshForMs = 10 * 60_000;
const patienceMs = 2_500;

/** Where a parcel is, with the person masked; nothing when no shop has booked that number. */
export async function trackPublicly(context: Context, trackingNumber: string): Promise<PublicTracking | undefined> {
  const { rows } = await sql<{ shop_id: string; shipment_id: string }>`
    select * from shipment_by_number(${trackingNumber})`.execute(context.db);
  const [found] = rows;
  if (!found) return undefined;
  const looked = await refreshed(context, found.shop_id, found.shipment_id);
  if (!looked) return undefined;
  const { shipment, failed } = looked;
  return withShop(context.db, found.shop_id, async (trx) => {
    const events = await eventsOf(trx, shipment);
    const shop = await trx
      .selectFrom('shop as s')
      .leftJoin('shop_setting as c', 'c.shop_id', 's.id')
      .select(['s.name', 's.domain', 's.phone', 's.email', 's.time_zone', 'c.whatsapp_number'])
      .where('s.id', '=', found.shop_id)
      .executeTakeFirstOrThrow();
    const tracked = presentTracked({ shipment, events, trouble: parcelTrouble(context, shipment, events), shop });
    return {
      ...tracked,
      order: {
        ...tracked.order,
        consignee_name: maskName(tracked.order.consignee_name),
        customer_phone: maskPhone(tracked.order.customer_phone),
        // A receiver's or rider's name stands where some couriers give a place.
        details: tracked.order.details.map((detail, index) => ({ ...detail, ...placeOnly(events[index]) })),
      },
      headline: headlineOf(shipment, events, shop.time_zone, context.clock()),
      check: { failed, at: shipment.last_tracked_at?.toISOString() ?? null },
      cod_due: codDue(shipment),
      shop: {
        name: shop.name,
        help_phone: shop.phone,
        help_email: shop.email,
        help_whatsapp: shop.whatsapp_number ?? '',
        time_zone: shop.time_zone,
      },
    };
  });
}

/** What the receiver has to keep ready. */
const codDue = (shipment: ShipmentRow): number =>
  (shipment.status === 'FULFILLED' || shipment.status === 'INPROCESS') && shipment.payment_status === 'UNPAID'
    ? wholeCod(shipment)
    : 0;

function placeOnly(event: EventRow | undefined): { status_message: string; name: string } {
  return { status_message: event?.text ?? '', name: event?.location ?? '' };
}

async function refreshed(
  context: Context,
  shopId: string,
  shipmentId: string,
): Promise<{ shipment: ShipmentRow; failed: boolean } | undefined> {
  const shipment = await withShop(context.db, shopId, (trx) => shipmentById(trx, shopId, shipmentId));
  if (!shipment) return undefined;
  const checked = shipment.last_tracked_at?.getTime() ?? 0;
  if (shipment.account_id === null) return { shipment, failed: false };
  const ended = shipment.final && shipment.tracking_fingerprint !== eventsMissing;
  if (ended || context.clock().getTime() - checked < freshForMs) return { shipment, failed: false };
  try {
    const [tracked] = await trackShipments(context, [shipment], { timeoutMs: patienceMs });
    return { shipment: tracked ?? shipment, failed: false };
  } catch (error) {
    // The page shows what is known, and says so, when the courier is slow or down.
    if (!(error instanceof CourierError)) context.log.error({ err: error }, 'public look at a parcel failed');
    return { shipment, failed: true };
  }
}

/** One plain sentence. */
function headlineOf(shipment: ShipmentRow, events: readonly EventRow[], timeZone: string, now: Date): string {
  const city = shipment.destination_city
    .toLowerCase()
    .replace(/(^|[\s(.-])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase());
  const newest = events[0];
  const today = newest !== undefined && dayOf(newest.at, timeZone) === dayOf(now, timeZone);
  const sentences: Record<ShipmentStatus, string> = {
    FULFILLED:
      shipment.account_id === null
        ? `Sent to ${city} with ${courierName(shipment.company)}`
        : `Booked, waiting to be picked up for ${city}`,
    INPROCESS: `On its way to ${city}`,
    DELIVERED: `Delivered in ${city}`,
    RTS: shipment.final ? 'Returned to the shop' : 'On its way back to the shop',
    CANCELLED: 'This parcel was cancelled',
  };
  const status = shipment.status as ShipmentStatus;
  if (status === 'INPROCESS' && isOutForDelivery(newest?.text ?? ''))
    return `Out for delivery in ${city}${today ? ' today' : ''}`;
  return sentences[status];
}
