import type { OldCustomersPreview } from '@courierdesk/contract/old-customers';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { oldParcels, yearsBefore } from './old-customers.ts';

/** So many parcels are counted at once, in about a second. */
const maxCounted = 20_000;

/** What would be erased now, if customers' data were kept for so many years. */
export function countOldCustomers(context: Context, shopId: string, years: number): Promise<OldCustomersPreview> {
  return withShop(context.db, shopId, async (trx) => {
    const endedBefore = await yearsBefore(trx, context.clock(), years);
    const found = await oldParcels(trx, shopId, { endedBefore, limit: maxCounted });
    const parcels = new Set(found.map((parcel) => parcel.shipment_id));
    const erasable = found.filter(({ open }) => !open);
    const erased = new Set(erasable.map((parcel) => parcel.shipment_id));
    return {
      ended_before: endedBefore.toISOString(),
      parcels: erased.size,
      orders: new Set(erasable.map((parcel) => parcel.order_id)).size,
      left_out: parcels.size - erased.size,
      more: parcels.size === maxCounted,
    };
  });
}
