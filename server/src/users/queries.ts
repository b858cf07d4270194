import type { Db } from '../db/client.ts';

export type BookerRow = { id: string; first_name: string; last_name: string; role: string; tag: string };

/** The shop's people, by name. */
export function bookers(trx: Db, shopId: string): Promise<BookerRow[]> {
  return trx
    .selectFrom('app_user')
    .select(['id', 'first_name', 'last_name', 'role', 'tag'])
    .where('shop_id', '=', shopId)
    .orderBy('first_name')
    .orderBy('last_name')
    .orderBy('id')
    .execute();
}
