import type { Db } from '../db/client.ts';
import { newId } from '../db/ids.ts';

/** One line of a shipment's history, as people read it. Written in the transaction of the change. */
export async function addHistory(
  trx: Db,
  shipment: { shop_id: string; id: string },
  entry: { at: Date; who: string; what: string },
): Promise<void> {
  await trx
    .insertInto('shipment_history')
    .values({ shop_id: shipment.shop_id, shipment_id: shipment.id, id: newId(entry.at), ...entry })
    .execute();
}
