import type { trackOrder as trackOrderEndpoint } from '@courierdesk/contract/shipments';
import type { ReplyOf } from '@courierdesk/contract/endpoint';
import { courierName, isCompany } from '@courierdesk/contract/companies';
import { isCancellable, PaymentStatus, BookingState } from '@courierdesk/contract/statuses';
import { canAccess } from '@courierdesk/contract/scopes';
import type { UserActor } from '../../base/actor.ts';
import type { Context } from '../../base/context.ts';
import { CourierError, wordsOf } from '../../adapters/couriers/courier-error.ts';
import { trackingPage } from '../../adapters/couriers/tracking-page.ts';
import { trackingLink } from '../../shipments/record/tracking-link.ts';
import type { Db } from '../../base/db/client.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { printStatusOf } from '../../shipments/documents/print-status.ts';
import { AppError, notFound } from '../../base/errors.ts';
import { storeUpdatesOfShipments } from '../../store/sync/find-store-updates.ts';
import { expectShipment } from './expect-shipment.ts';
import { shipmentEvents } from './shipment-events.ts';
import { parcelTrouble } from './parcel-trouble.ts';
import { canReceiveReturn, stateOf, wholeCod } from '../../shipments/record/shipment-state.ts';
import { presentStoreUpdate } from '../../store/sync/present.ts';
import { presentTracked } from './present.ts';
import { shipmentByNumber } from '../../shipments/record/find-shipments.ts';
import type { ShipmentRow } from '../../shipments/record/shipment-row.ts';
import { accountName } from '../../shipments/record/account-name.ts';
import { trackShipments } from './track-shipments.ts';

type Reply = ReplyOf<typeof trackOrderEndpoint>;

/** Shows a shipment after asking its courier. With `stored`, or without the scope WRITE_ORDERS, shows what we have. */
export async function trackOrder(
  context: Context,
  actor: UserActor,
  parcel: { readonly trackingNumber: string; readonly id?: string | undefined },
  stored: boolean,
): Promise<Reply> {
  const known = await withShop(context.db, actor.shopId, (trx) => shipmentByNumber(trx, actor.shopId, parcel));
  if (!known) throw notFound(`A shipment with the number ${parcel.trackingNumber}`);
  const live = !stored && known.account_id !== null && canAccess(['WRITE_ORDERS'], actor);
  const shipment = live ? await trackNow(context, known) : known;
  return withShop(context.db, actor.shopId, (trx) => show(trx, context, actor, shipment, live));
}

async function trackNow(context: Context, shipment: ShipmentRow): Promise<ShipmentRow> {
  const courier = courierName(shipment.company);
  try {
    const [tracked] = await trackShipments(context, [shipment]);
    return tracked ?? shipment;
  } catch (error) {
    if (!(error instanceof CourierError)) throw error;
    const words = wordsOf(error);
    if (error.kind === 'unauthorised')
      throw new AppError('courier-unauthorised', `${courier} refused the credentials of this account: ${words}`);
    if (error.kind === 'rejected') throw new AppError('courier-rejected', `${courier} refused: ${words}`);
    throw new AppError('courier-unavailable', `${courier} did not respond: ${words}`);
  }
}

async function show(trx: Db, context: Context, actor: UserActor, shipment: ShipmentRow, live: boolean): Promise<Reply> {
  const key = { shop_id: shipment.shop_id, id: shipment.id };
  const [events, history, updates, orders, account, papersOf] = [
    await shipmentEvents(trx, key),
    await historyOf(trx, key),
    await storeUpdatesOfShipments(trx, key.shop_id, [key.id]),
    await storeOrdersOf(trx, key),
    await accountName(trx, shipment),
    await printStatusOf(trx, key.shop_id, [key.id]),
  ];
  const trouble = parcelTrouble(context, shipment, events);
  const expected = await expectShipment(trx, context, shipment, events, actor.shop.timeZone);
  return {
    ...presentTracked({ shipment, events, trouble, expected, shop: actor.shop }),
    shipment: {
      id: shipment.id,
      booking_state: BookingState.parse(shipment.booking_state),
      account_name: account,
      booked_by: shipment.booked_by,
      cod: wholeCod(shipment),
      weight: shipment.weight,
      pieces: shipment.pieces,
      payment_status: PaymentStatus.parse(shipment.payment_status),
      paid_amount: shipment.paid_amount,
      address: shipment.consignee_address,
      products_list: shipment.products_list,
      remarks: shipment.remarks,
      store: presentStoreUpdate(shipment, updates),
      can_cancel: isCancellable(stateOf(shipment)),
      can_receive_return: canReceiveReturn(shipment),
      courier_url: isCompany(shipment.company) ? trackingPage(shipment.company, shipment.tracking_number ?? '') : '',
      tracking_url: trackingLink(context.config, shipment),
      followed: shipment.account_id !== null,
      store_orders: orders.map((order) => ({
        id: order.id,
        order_name: order.name,
        store_url: context.platform.orderAdminUrl(actor.shop.domain, order.platform_order_id),
      })),
      last_tracked_at: shipment.last_tracked_at?.toISOString() ?? null,
      ...papersOf(key.id),
      history: history.map((entry) => ({ at: entry.at.toISOString(), who: entry.who, what: entry.what })),
    },
    live,
  };
}

type Key = { readonly shop_id: string; readonly id: string };

function historyOf(trx: Db, { shop_id: shopId, id }: Key): Promise<{ at: Date; who: string; what: string }[]> {
  return trx
    .selectFrom('shipment_history')
    .select(['at', 'who', 'what'])
    .where('shop_id', '=', shopId)
    .where('shipment_id', '=', id)
    .orderBy('id', 'desc')
    .limit(200)
    .execute();
}

function storeOrdersOf(
  trx: Db,
  { shop_id: shopId, id }: Key,
): Promise<{ id: string; name: string; platform_order_id: string }[]> {
  return trx
    .selectFrom('shipment_order as carried')
    .innerJoin('store_order as o', (join) =>
      join.onRef('o.shop_id', '=', 'carried.shop_id').onRef('o.id', '=', 'carried.store_order_id'),
    )
    .select(['o.id', 'o.name', 'o.platform_order_id'])
    .where('carried.shop_id', '=', shopId)
    .where('carried.shipment_id', '=', id)
    .orderBy('carried.position')
    .execute();
}
