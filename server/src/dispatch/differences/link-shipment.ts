import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { importBookedShipments, type ShipmentToImport } from '../booking/import-booked-shipments.ts';
import { settingsOf } from '../../shop/settings/find-settings.ts';
import type { CurrentRepair, RepairResult } from './repair-row.ts';

/** Records the parcel with its order, like a CSV import of fulfillments does. */
export async function linkShipment(
  context: Context,
  { row, by }: CurrentRepair,
  parcel: ShipmentToImport,
): Promise<RepairResult> {
  const { order, trackingNumber: number } = parcel;
  const taken = await withShop(context.db, row.shop_id, async (trx) => {
    const { default_weight: defaultWeight } = await settingsOf(trx, row.shop_id);
    return importBookedShipments(
      trx,
      context,
      {
        shopId: row.shop_id,
        by: { name: by.name, tag: row.asked_by_tag, userId: by.userId },
        fileName: 'Differences',
        notifyCustomer: false,
        defaultWeight,
        now: context.clock(),
      },
      [parcel],
    );
  });
  if (!taken.has(order.id))
    return { state: 'failed', after: `${order.name} or ${number} already belongs to another parcel.` };
  return { state: 'done', after: `${number} is in Orders and linked to ${order.name}.` };
}
