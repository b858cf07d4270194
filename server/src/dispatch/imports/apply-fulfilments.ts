import { ChosenAccounts } from '@courierdesk/contract/imports';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { AppError } from '../../base/errors.ts';
import { settingsOf } from '../../shop/settings/find-settings.ts';
import { linesToShip } from '../booking/check-orders.ts';
import { cancelNotInStoreText } from '../booking/order-errors.ts';
import { noShipments, shipmentsOfOrders, type ShipmentsOfOrder } from '../../shipments/record/find-shipments.ts';
import type { ShipmentLine } from '../../shipments/record/shipment-row.ts';
import { importBookedShipments, type ShipmentToImport } from '../booking/import-booked-shipments.ts';
import { readOrdersFromStore, type OrdersFromStore } from '../../store/orders/read-orders-from-store.ts';
import { hasFulfilledItems, withoutShipments } from '../../store/orders/order-lines.ts';
import type { StoreOrderRow } from '../../store/orders/store-order-row.ts';
import { ordersWithPendingCancel } from '../../store/sync/find-store-updates.ts';
import { sendPendingCancels } from '../../store/sync/send-pending-cancels.ts';
import { finishPart } from './finish-part.ts';
import { askForNumbers } from './ask-for-numbers.ts';
import { failure, heldBy, evaluateFulfilments, readyOutcome, type ReadyRow } from './evaluate-fulfilments.ts';
import { skipped, waitingRows, type Outcome } from './outcome.ts';
import { rowsFrom, type ImportTable, type RowTable } from './queries.ts';

const rowsAtOnce = 100;

/**
 * The next rows of a fulfilment file: the couriers are asked for the numbers, what the mirror allows is read again from the store, then claimed and recorded in
 * one transaction with the result of each row.
 */
export async function applyFulfilments(
  context: Context,
  held: ImportTable,
): Promise<{ after: ImportTable; storeOrderIds: string[] }> {
  const { shop_id: shopId } = held;
  const { next, evaluated } = await withShop(context.db, shopId, async (trx) => {
    const part = await rowsFrom(trx, held, held.done, rowsAtOnce);
    return {
      next: part,
      evaluated: await evaluateFulfilments(trx, shopId, waitingRows(part), ChosenAccounts.parse(held.accounts)),
    };
  });
  const { doubts, unanswered, notAsked } = await askForNumbers(context, evaluated.ready);
  const end = endOfPart(next, notAsked);
  const isInPart = ({ position }: { readonly position: number }): boolean => position < end;
  const rows = next.filter(isInPart);
  const ready = evaluated.ready.filter(({ row }) => isInPart(row));
  const isSkipped = ({ row }: ReadyRow): boolean => doubts.has(row.position) && !held.include_contradicting;
  const skippedRows = ready.filter(isSkipped).map((one) => {
    const outcome = skipped(readyOutcome(one, doubts.get(one.row.position)));
    return unanswered.has(one.row.position) ? { ...outcome, reason: `${outcome.reason}. ${importAgain}` } : outcome;
  });
  const wanted = ready.filter((one) => !isSkipped(one));
  const { claims, outcomes } = await checkInStore(context, shopId, wanted);
  return withShop(context.db, shopId, async (trx) => {
    const settings = await settingsOf(trx, shopId);
    const now = context.clock();
    const taken = await importBookedShipments(
      trx,
      context,
      {
        shopId,
        by: { name: held.asked_by, tag: held.asked_by_tag, userId: held.asked_by_user_id },
        fileName: held.file_name || 'an import',
        notifyCustomer: held.notify_customer,
        defaultWeight: settings.default_weight,
        now,
      },
      claims.map(({ parcel }) => parcel),
    );
    const left = claims.filter(({ parcel }) => !taken.has(parcel.order.id));
    const parcels = await shipmentsOfOrders(
      trx,
      shopId,
      left.map(({ parcel }) => parcel.order.id),
    );
    const claimed = claims.map(({ ready: one, parcel }): Outcome => {
      const shipmentId = taken.get(parcel.order.id);
      if (shipmentId) return { ...readyOutcome(one, doubts.get(one.row.position)), shipmentId };
      const holder = (parcels.get(parcel.order.id) ?? noShipments).holding.at(-1);
      return holder
        ? heldBy(one.row, parcel.order, holder)
        : failure(one.row, `${parcel.trackingNumber} already belongs to another of your parcels`);
    });
    const after = await finishPart(
      trx,
      held,
      rows,
      [...evaluated.outcomes.filter(isInPart), ...skippedRows, ...outcomes, ...claimed],
      now,
    );
    return { after, storeOrderIds: [...taken.keys()] };
  });
}

const importAgain = 'Import the file again in a few minutes: finished rows do not change twice';

/** Rows from the first one for which there was no time to ask its courier are left for the next part, unless that is all of them. */
function endOfPart(rows: readonly RowTable[], notAsked: ReadonlySet<number>): number {
  const left = rows.find(({ position }) => notAsked.has(position));
  return left && left !== rows[0] ? left.position : Number.POSITIVE_INFINITY;
}

type Claim = { readonly ready: ReadyRow; readonly parcel: ShipmentToImport };

/** The orders as the store has them now. Pending cancellations of ours are sent first. */
async function checkInStore(
  context: Context,
  shopId: string,
  ready: readonly ReadyRow[],
): Promise<{ claims: Claim[]; outcomes: Outcome[] }> {
  if (ready.length === 0) return { claims: [], outcomes: [] };
  const ids = ready.map(({ order }) => order.id);
  const toCancel = await withShop(context.db, shopId, (trx) => ordersWithPendingCancel(trx, shopId, ids));
  const notSent = await sendPendingCancels(context, shopId, toCancel);
  let current: OrdersFromStore;
  try {
    current = await readOrdersFromStore(
      context,
      shopId,
      ready.map(({ order }) => order.platform_order_id),
    );
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { claims: [], outcomes: ready.map(({ row }) => failure(row, error.message)) };
  }
  // Without an answer of the store, our copy is from before the cancel.
  const pendingCancels = current.reachable ? notSent : new Set(toCancel);
  const claims: Claim[] = [];
  const outcomes: Outcome[] = [];
  for (const one of ready) {
    const checked = linesOf(one, current, pendingCancels);
    if (typeof checked === 'string') outcomes.push(failure(one.row, checked));
    else
      claims.push({
        ready: one,
        parcel: {
          ...checked,
          lastClaim: one.parcels.lastClaim,
          trackingNumber: one.row.cells.tracking_number,
          courier: one.courier,
        },
      });
  }
  return { claims, outcomes };
}

function linesOf(
  { order: known, parcels: { holding } }: { readonly order: StoreOrderRow; readonly parcels: ShipmentsOfOrder },
  { orders, gone }: OrdersFromStore,
  pendingCancels: ReadonlySet<string>,
): { order: StoreOrderRow; lines: ShipmentLine[] } | string {
  if (gone.has(known.platform_order_id)) return `${known.name} was deleted in the store`;
  const order = withoutShipments(orders.get(known.platform_order_id) ?? known, holding);
  if (order.cancelled_at) return `${order.name} was cancelled in the store`;
  if (pendingCancels.has(order.id) && hasFulfilledItems(order)) return `${cancelNotInStoreText} Try again in a moment.`;
  const lines = linesToShip(order, undefined);
  return lines.length === 0 ? 'Order is already fulfilled on Shopify.' : { order, lines };
}
