import type { Db } from '../../base/db/client.ts';

/**
 * A merchant can change the store's myshopify.com name, and another store can take the name that becomes free. The shop with
 * this store's id gets the name, so that its data stays together. A shop of another store that had it loses it, and our
 * access to that store with it, until that store is opened under its present name. If a shop without a store's id has the
 * name, that one is the store's shop from now on.
 */
export async function takeNewDomain(trx: Db, platformShopId: string, domain: string, now: Date): Promise<void> {
  const holder = await trx
    .selectFrom('shop')
    .select(['id', 'platform_shop_id'])
    .where('domain', '=', domain)
    .executeTakeFirst();
  if (holder?.platform_shop_id === platformShopId) return;
  const isOfAnotherStore = holder !== undefined && holder.platform_shop_id !== null;
  if (isOfAnotherStore) await loseDomain(trx, holder.id, now);
  await trx
    .updateTable('shop')
    .set(holder && !isOfAnotherStore ? { platform_shop_id: null } : { domain })
    .where('platform_shop_id', '=', platformShopId)
    .where('domain', '<>', domain)
    .execute();
}

/** `.invalid` is no store's name, so no one can be signed in to the shop by it. */
async function loseDomain(trx: Db, shopId: string, now: Date): Promise<void> {
  await trx
    .updateTable('shop')
    .set({ domain: `${shopId}.invalid` })
    .where('id', '=', shopId)
    .execute();
  await trx
    .updateTable('shop_credential')
    .set({ closed_as: 'withdrawn', closed_at: now })
    .where('shop_id', '=', shopId)
    .execute();
}
