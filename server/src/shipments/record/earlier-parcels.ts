import type { Db } from '../../base/db/client.ts';
import { anyOf } from '../../base/db/id-list.ts';

export type EarlierParcels = { readonly delivered: number; readonly returned: number };

/** How many earlier parcels of a phone number were delivered and returned. */
export async function earlierParcels(trx: Db, shopId: string, phone: string): Promise<EarlierParcels> {
  return (await earlierParcelsOf(trx, shopId, [phone])).get(phone) ?? { delivered: 0, returned: 0 };
}

/** As `earlierParcels`, for several phone numbers. Numbers without parcels are missing from the result. */
export async function earlierParcelsOf(
  trx: Db,
  shopId: string,
  phones: readonly string[],
): Promise<Map<string, EarlierParcels>> {
  const distinct = [...new Set(phones)].filter((phone) => phone !== '');
  if (distinct.length === 0) return new Map();
  const rows = await trx
    .selectFrom('shipment')
    .select(({ fn }) => [
      'consignee_phone',
      fn.countAll<number>().filterWhere('status', '=', 'DELIVERED').as('delivered'),
      fn.countAll<number>().filterWhere('status', '=', 'RTS').as('returned'),
    ])
    .where('shop_id', '=', shopId)
    .where('consignee_phone', '=', anyOf(distinct))
    .where('tracking_number', 'is not', null)
    .groupBy('consignee_phone')
    .execute();
  return new Map(rows.map(({ consignee_phone, ...counts }) => [consignee_phone, counts]));
}
