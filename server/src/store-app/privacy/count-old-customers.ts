import type { OldCustomersPreview } from '@courierdesk/contract/old-customers';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { oldShipments, yearsBefore } from './old-customers.ts';

/** So many parcels are counted at once, in about a second. */
const maxCounted = 20_000;

/** What would be erased now, if customers' data were kept for so many years. */
export function countOldCustomers(context: Context, shopId: string, years: number): Promise<OldCustomersPreview> {
  return withShop(context.db, shopId, async (trx) => {
    const endedBefore = await yearsBefore(trx, context.clock(), years);
    const found = await oldShipments(trx, shopId, { endedBefore, limit: maxCounted });
    const erasable = found.filter(({ open }) => !open);
    return {
      ended_before: endedBefore.toISOString(),
      parcels: erasable.length,
      orders: new Set(erasable.flatMap((parcel) => parcel.order_ids)).size,
      left_out: found.length - erasable.length,
      more: found.length === maxCounted,
    };
  });
}
