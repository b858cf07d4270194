import type { Context } from '../../base/context.ts';
import { emailsTrackingLink } from '../../shipments/customer-mails/tracking-link-email.ts';
import type { Db } from '../../base/db/client.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { storeUpdatesOfShipments, type DesiredStateRow } from '../../store/sync/find-store-updates.ts';
import { presentPostBooking, type CarriedOrder } from './present.ts';
import type { PostBooking } from '@courierdesk/contract/booking';
import { accountName } from '../../shipments/record/account-name.ts';
import type { ShipmentLine, ShipmentRow } from '../../shipments/record/shipment-row.ts';

/** What the confirmation page shows besides the shipment and its store updates. */
export type BookingPageData = {
  readonly orders: readonly CarriedOrder[];
  readonly accountName: string;
  readonly emailsTrackingLink: boolean;
};

export async function readBookingPageData(trx: Db, shipment: ShipmentRow): Promise<BookingPageData> {
  return {
    orders: await carriedOrders(trx, shipment),
    accountName: await accountName(trx, shipment),
    emailsTrackingLink: await emailsTrackingLink(trx, shipment),
  };
}

/** A shipment with everything that the confirmation page shows. */
export async function showShipment(
  trx: Db,
  context: Context,
  shipment: ShipmentRow,
  bookingPageData?: BookingPageData,
): Promise<PostBooking> {
  const pageData = bookingPageData ?? (await readBookingPageData(trx, shipment));
  const updates = await storeUpdatesOfShipments(trx, shipment.shop_id, [shipment.id]);
  return presentPostBooking({ shipment, ...pageData, updates, config: context.config });
}

/** The same right after booking: reads only what the booking has not read yet. */
export async function showBooked(
  context: Context,
  { shipment, bookingPageData, updates }: Booked,
): Promise<PostBooking> {
  if (bookingPageData && updates)
    return presentPostBooking({ shipment, ...bookingPageData, updates, config: context.config });
  return withShop(context.db, shipment.shop_id, (trx) => showShipment(trx, context, shipment, bookingPageData));
}

type Booked = {
  readonly shipment: ShipmentRow;
  readonly bookingPageData?: BookingPageData;
  readonly updates?: readonly DesiredStateRow[] | undefined;
};

async function carriedOrders(trx: Db, shipment: ShipmentRow): Promise<CarriedOrder[]> {
  const rows = await trx
    .selectFrom('shipment_order as carried')
    .innerJoin('store_order as o', (join) =>
      join.onRef('o.shop_id', '=', 'carried.shop_id').onRef('o.id', '=', 'carried.store_order_id'),
    )
    .select(['o.id', 'o.name', 'o.currency', 'carried.lines'])
    .where('carried.shop_id', '=', shipment.shop_id)
    .where('carried.shipment_id', '=', shipment.id)
    .orderBy('carried.position')
    .execute();
  return rows.map(({ lines, ...order }) => ({ ...order, lines: lines as unknown as ShipmentLine[] }));
}
