import { sql } from 'kysely';
import type { Db } from '../../base/db/client.ts';
import { acrossShops } from '../../base/db/tenancy.ts';

type KnownShop = { readonly shopId: string; readonly installed: boolean };

/** Finds a shop by its store's domain, installed or not. */
export async function shopByDomain(db: Db, domain: string): Promise<KnownShop | undefined> {
  const { rows } = await sql<{
    shop_id: string;
    installed: boolean;
  }>`select shop_id, installed from shop_by_domain(${domain})`.execute(db);
  const row = rows[0];
  return row && { shopId: row.shop_id, installed: row.installed };
}

/** Finds a shop by its store's own id, whatever the store's domain is now. */
export async function shopByPlatformId(db: Db, platformShopId: string): Promise<KnownShop | undefined> {
  const row = await acrossShops(db, (trx) =>
    trx
      .selectFrom('shop')
      .select(['id', 'uninstalled_at'])
      .where('platform_shop_id', '=', platformShopId)
      .executeTakeFirst(),
  );
  return row && { shopId: row.id, installed: row.uninstalled_at === null };
}

/** Finds the shop of a store. A domain can go to another store, so it counts only for a shop whose store's id is not known. */
export async function shopOfStore(db: Db, platformShopId: string, domain: string): Promise<KnownShop | undefined> {
  const row = await acrossShops(db, (trx) =>
    trx
      .selectFrom('shop')
      .select(['id', 'uninstalled_at'])
      .where((where) =>
        where.or([
          where('platform_shop_id', '=', platformShopId),
          where.and([where('platform_shop_id', 'is', null), where('domain', '=', domain)]),
        ]),
      )
      .orderBy('platform_shop_id')
      .executeTakeFirst(),
  );
  return row && { shopId: row.id, installed: row.uninstalled_at === null };
}
