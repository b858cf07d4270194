import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { addHistory } from '../../shipments/record/history.ts';
import type { ShipmentRow } from '../../shipments/record/shipment-row.ts';
import { storeUpdatesOfShipments } from '../../store/sync/find-store-updates.ts';
import { requestShownAgain } from '../../store/sync/request-fulfilment.ts';
import { requestPaid } from '../../store/sync/request-paid.ts';
import { syncShipmentNow } from '../../store/sync/sync-shipment-now.ts';
import { shipmentOf, stillDiffers } from './recheck.ts';
import { currentRepair, textOf, type CurrentRepair, type RepairResult } from './repair-row.ts';

/**
 * Changes the desired store state and lets its worker bring the store to it: repairs have no other way to write to the
 * store. The request and the state of the repair are one transaction, so the request is made once.
 */
export async function repairInStore(context: Context, repair: CurrentRepair): Promise<RepairResult> {
  const { row, difference } = repair;
  if (row.state === 'waiting') {
    const shipment = await shipmentOf(context, difference);
    return shipment ? resultInStore(context, repair, shipment) : { state: 'agrees' };
  }
  const { shipment, differs } = await stillDiffers(context, difference);
  if (!shipment || !differs) return { state: 'agrees' };
  const isOurs = await withShop(context.db, row.shop_id, async (trx) => {
    if (!(await markRequested(trx, repair))) return false;
    const now = context.clock();
    const request = { jobs: context.jobs, now, by: 'request' } as const;
    if (row.repair === 'mark-paid-in-store')
      await requestPaid(trx, row.shop_id, [{ shipmentId: shipment.id, received: shipment.cod }], request);
    else await requestShownAgain(trx, shipment, request);
    await addHistory(trx, shipment, { at: now, who: repair.by.name, what: textOf(difference) });
    return true;
  });
  if (!isOurs) return { state: 'waiting' };
  await syncShipmentNow(context, shipment);
  return resultInStore(context, repair, shipment);
}

async function markRequested(trx: Db, { row }: CurrentRepair): Promise<boolean> {
  const marked = await currentRepair(trx, row)
    .set({ state: 'waiting' })
    .where('state', '=', 'asked')
    .executeTakeFirst();
  return marked.numUpdatedRows === 1n;
}

/** What the store says afterwards decides, not what we asked for. */
async function resultInStore(
  context: Context,
  { row, difference }: CurrentRepair,
  shipment: ShipmentRow,
): Promise<RepairResult> {
  const updates = await withShop(context.db, row.shop_id, (trx) =>
    storeUpdatesOfShipments(trx, row.shop_id, [shipment.id]),
  );
  if (updates.some(({ state }) => state === 'due')) return { state: 'waiting' };
  const { differs } = await stillDiffers(context, difference);
  if (!differs) return { state: 'done', after: afterText(row.repair, shipment) };
  const isPayment = row.repair === 'mark-paid-in-store';
  // Once the store has answered about the payment, what stopped the update is about something else.
  const failed = updates.find(({ state, received }) => state !== 'done' && !(isPayment && received === null));
  if (failed) return { state: 'failed', after: failed.message };
  return {
    state: 'failed',
    after: isPayment
      ? 'The order is not marked as paid in the store. The history of the parcel says why.'
      : 'The store was updated, but it still shows something else. Check the order in the store.',
  };
}

function afterText(repair: string, shipment: ShipmentRow): string {
  return repair === 'mark-paid-in-store'
    ? `${shipment.order_name} is paid in the store.`
    : `The store shows ${shipment.order_name} as fulfilled with ${shipment.tracking_number ?? ''}.`;
}
