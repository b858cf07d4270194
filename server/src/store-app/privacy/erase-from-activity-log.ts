import { sql } from 'kysely';
import type { Db } from '../../base/db/client.ts';
import { anyOf } from '../../base/db/id-list.ts';
import { withShop } from '../../base/db/tenancy.ts';
import type { CustomerRecords } from './known-of-customer.ts';
import { patternsOf } from './words-of-customer.ts';

/**
 * Replaces a customer's words in the activity log of their orders, parcels and batches, of differences of these parcels, and of saved views that
 * name the customer. A transaction of its own, before the customer is erased elsewhere: the function has the rights of the table's owner, which
 * a cluster refuses in a transaction that has changed other rows of the shop.
 */
export async function eraseFromActivityLog(
  db: Db,
  shopId: string,
  { orderIds, shipmentIds, batchIds, known }: CustomerRecords,
): Promise<void> {
  const { anywhere, ownParcels } = patternsOf(known);
  if (!ownParcels) return;
  const { subjectIds } = await withShop(db, shopId, async (trx) => ({
    subjectIds: [
      ...(await differencesOf(trx, shopId, shipmentIds)),
      ...(anywhere ? await viewsWith(trx, shopId, anywhere) : []),
    ],
  }));
  const all = [...new Set([...orderIds, ...shipmentIds, ...batchIds, ...subjectIds])];
  await withShop(db, shopId, (trx) =>
    sql`select erase_words_from_audit_events(${all}::text[], ${ownParcels})`.execute(trx),
  );
}

/** The reasons of their dismissals are in the activity log. */
async function differencesOf(trx: Db, shopId: string, shipmentIds: readonly string[]): Promise<string[]> {
  const rows = await trx
    .selectFrom('difference')
    .select('id')
    .where('shop_id', '=', shopId)
    .where('shipment_id', '=', anyOf(shipmentIds))
    .execute();
  return rows.map(({ id }) => id);
}

async function viewsWith(trx: Db, shopId: string, pattern: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from order_view
    where shop_id = ${shopId} and (name ~* ${pattern} or search::text ~* ${pattern})`.execute(trx);
  return rows.map(({ id }) => id);
}
