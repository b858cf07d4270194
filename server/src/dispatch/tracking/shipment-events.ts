import type { Db } from '../../base/db/client.ts';

export type EventRow = { at: Date; text: string; code: string; location: string; detail: string };

/** Newest first. */
export function shipmentEvents(
  trx: Db,
  { shop_id: shopId, id }: { readonly shop_id: string; readonly id: string },
): Promise<EventRow[]> {
  return trx
    .selectFrom('shipment_event')
    .select(['at', 'text', 'code', 'location', 'detail'])
    .where('shop_id', '=', shopId)
    .where('shipment_id', '=', id)
    .orderBy('at', 'desc')
    .orderBy('recorded_at', 'desc')
    .orderBy('place', 'desc')
    .orderBy('id')
    .limit(500)
    .execute();
}
