import type { Db } from '../../base/db/client.ts';
import { newId } from '../../base/db/ids.ts';

type HistoryEntry = { readonly at: Date; readonly who: string; readonly what: string };

/** Adds one line to a shipment's history, in the transaction of the change. Staff read these lines. */
export async function addHistory(
  trx: Db,
  shipment: { shop_id: string; id: string },
  entry: HistoryEntry,
): Promise<void> {
  await addHistoryEntries(trx, shipment.shop_id, [{ shipmentId: shipment.id, ...entry }]);
}

/** Adds one line each to the history of any number of shipments, in one statement. */
export async function addHistoryEntries(
  trx: Db,
  shopId: string,
  entries: readonly (HistoryEntry & { readonly shipmentId: string })[],
): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map(({ shipmentId, ...entry }) => ({
    shop_id: shopId,
    shipment_id: shipmentId,
    id: newId(entry.at),
    ...entry,
  }));
  await trx.insertInto('shipment_history').values(rows).execute();
}
