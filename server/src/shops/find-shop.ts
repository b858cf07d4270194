import { sql } from 'kysely';
import type { Db } from '../db/client.ts';

export type KnownShop = { readonly shopId: string; readonly installed: boolean };

/** Finds a shop by its store's domain, installed or not. */
export async function shopByDomain(db: Db, domain: string): Promise<KnownShop | undefined> {
  const { rows } = await sql<{
    shop_id: string;
    installed: boolean;
  }>`select shop_id, installed from shop_by_domain(${domain})`.execute(db);
  const row = rows[0];
  return row && { shopId: row.shop_id, installed: row.installed };
}
