import type { Db } from '../db/client.ts';

/**
 * A merchant can change the store's myshopify.com name. The shop with this store's id gets the new one, so that its data
 * stays together. If another shop has the name already, that one is the store's shop from now on.
 */
export async function takeNewDomain(trx: Db, platformShopId: string, domain: string): Promise<void> {
  const isTaken = await trx.selectFrom('shop').select('id').where('domain', '=', domain).executeTakeFirst();
  await trx
    .updateTable('shop')
    .set(isTaken ? { platform_shop_id: null } : { domain })
    .where('platform_shop_id', '=', platformShopId)
    .where('domain', '<>', domain)
    .execute();
}
