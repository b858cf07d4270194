import { ShipmentStatus } from '@courierdesk/contract/statuses';
import { sql } from 'kysely';
import type { Db } from '../../base/db/client.ts';
import { anyOf } from '../../base/db/id-list.ts';
import type { Lease } from '../../base/db/leases.ts';
import type { PlatformFulfilmentEvent } from '../../adapters/platforms/platform.ts';
import type { ShipmentRow } from '../../shipments/record/shipment-row.ts';
import { changeDesiredState, changeStateOfShipments, tryAtOnce } from './change-desired-state.ts';
import type { DesiredStateRow } from './find-store-updates.ts';
import { requestProgress } from './request-progress.ts';
import { isLeasedAs, jobAfter, leaseIfFree, type LeasedStateRow } from './sync-lease.ts';
import { requestStoreUpdate, type StoreRequest } from './request-store-update.ts';

/** With a lease, the caller updates the store right after the commit. */
type FirstUpdate = StoreRequest & { readonly lease?: Lease | undefined };

/**
 * Step 5 of booking: one row per parcel and store order holds what the store should show of them. Booking, cancelling and
 * rebooking only change these rows, in the same transaction as the shipment, so a late retry can never undo a newer change.
 */
export async function requestFulfilled(
  trx: Db,
  shipment: Pick<ShipmentRow, 'shop_id' | 'id'>,
  request: FirstUpdate,
): Promise<LeasedStateRow[]> {
  const rows = await requestAllFulfilled(trx, shipment.shop_id, [shipment.id], request);
  return rows.filter((row) => isLeasedAs(row, request.lease));
}

/** As above, for any number of shipments. An order that another worker has leased keeps that lease. */
export async function requestAllFulfilled(
  trx: Db,
  shopId: string,
  shipmentIds: readonly string[],
  request: FirstUpdate,
): Promise<DesiredStateRow[]> {
  const { now, lease } = request;
  const rows = await changeStateOfShipments(
    trx,
    shopId,
    shipmentIds,
    {
      ...startingState,
      ...tryAtOnce(now),
      ...shownParcel,
      ...{ notify_customer: sql<boolean>`parcel.notify_customer`, message: '' },
      ...(lease && leaseIfFree(lease)),
    },
    now,
  );
  const removed = await removeOthers(trx, shopId, shipmentIds, now);
  const areLeased = lease && rows.every((row) => isLeasedAs(row, lease));
  if (!areLeased) await requestStoreUpdate(trx, shopId, request);
  // The caller updates only the orders that it leased.
  else if (removed > 0n) await requestStoreUpdate(trx, shopId, { ...request, by: 'request' });
  else await requestStoreUpdate(trx, shopId, { ...request, ...jobAfter(lease) });
  return rows;
}

const nothingToAdd = { pending_events: '[]', last_queued_event: '' };
const startingState = { ...nothingToAdd, desired_tag: '', received: null, replace_others: false };
const shownParcel = {
  fulfilled: true,
  in_store: false,
  tracking_number: sql<string | null>`parcel.tracking_number`,
  lines: sql<string>`parcel.lines`,
};

/** Requests that the store drops the numbers and tags of earlier parcels that no longer hold the order. Returns how many. */
async function removeOthers(trx: Db, shopId: string, shipmentIds: readonly string[], now: Date): Promise<bigint> {
  const change = { ...startingState, ...tryAtOnce(now), fulfilled: false };
  const { numUpdatedRows } = await changeDesiredState(trx, shopId, change, now)
    .where((where) => where.or([where('fulfilled', '=', true), where('desired_tag', '<>', '')]))
    .where(
      sql<boolean>`exists (
        select from shipment_order as booked
        join shipment_order as earlier on earlier.shop_id = booked.shop_id and earlier.store_order_id = booked.store_order_id
          and earlier.shipment_id <> booked.shipment_id and not earlier.holds
        where booked.shop_id = ${shopId} and booked.shipment_id = ${anyOf(shipmentIds)}
          and earlier.store_order_id = desired.store_order_id and earlier.shipment_id = desired.shipment_id)`,
    )
    .executeTakeFirst();
  return numUpdatedRows;
}

/** Asks for the shipment's tracking number to be removed from the store. */
export async function requestUnfulfilled(
  trx: Db,
  shipment: Pick<ShipmentRow, 'shop_id' | 'id'>,
  request: StoreRequest,
): Promise<void> {
  const { now } = request;
  const change = {
    ...nothingToAdd,
    ...tryAtOnce(now),
    fulfilled: false,
    replace_others: false,
    received: null,
    message: '',
  };
  await changeDesiredState(trx, shipment.shop_id, change, now).where('shipment_id', '=', shipment.id).execute();
  await requestStoreUpdate(trx, shipment.shop_id, request);
  await requestProgress(trx, shipment.shop_id, [{ shipmentId: shipment.id, status: 'CANCELLED' }], request);
}

/**
 * A person wants the store to show this parcel, although its fulfilment was cancelled there or the store shows another
 * fulfilment of the same items. Our tag stays. The store shows the status of the parcel again. Orders that it no longer
 * holds are skipped; the customer gets no second email.
 */
export async function requestShownAgain(
  trx: Db,
  shipment: Pick<ShipmentRow, 'shop_id' | 'id' | 'status' | 'status_at'>,
  request: StoreRequest,
): Promise<void> {
  const { now } = request;
  const change = {
    ...nothingToAdd,
    ...tryAtOnce(now),
    ...shownParcel,
    ...{ notify_customer: false, replace_others: true, message: '' },
  };
  await changeStateOfShipments(trx, shipment.shop_id, [shipment.id], change, now);
  await requestStoreUpdate(trx, shipment.shop_id, request);
  const shown = shownEvent[shipment.status];
  if (!shown) return;
  const event = { status: shown, at: shipment.status_at ?? now, message: '' };
  const status = ShipmentStatus.parse(shipment.status);
  await requestProgress(trx, shipment.shop_id, [{ shipmentId: shipment.id, status, event }], request);
}

const shownEvent: Readonly<Record<string, PlatformFulfilmentEvent>> = {
  INPROCESS: 'IN_TRANSIT',
  DELIVERED: 'DELIVERED',
};
