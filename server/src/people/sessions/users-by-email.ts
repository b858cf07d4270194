import { sql } from 'kysely';
import type { Db } from '../../base/db/client.ts';
import { isOfShop, rowsOfShops, type RowsOfShops } from '../../base/db/rows-of-shops.ts';

export type UserByEmail = {
  readonly shop_id: string;
  readonly user_id: string;
  readonly password_hash: string | null;
  readonly is_active: boolean;
  readonly is_verified_user: boolean;
};

/** The users with an email, in whatever shops; the last used ones when there are many. */
export const usersByEmail = (db: Db, email: string): Promise<RowsOfShops<UserByEmail>> =>
  rowsOfShops(db, (trx, shopId) =>
    trx
      .selectFrom('app_user as u')
      .select(['u.shop_id', 'u.id as user_id', 'u.password_hash', 'u.is_active', 'u.is_verified_user'])
      .where(isOfShop('u.shop_id', shopId))
      .where(sql`lower(u.email)`, '=', sql`lower(${email})`)
      .where('u.deleted_at', 'is', null)
      .orderBy('u.last_signed_in_at', (order) => order.desc().nullsLast())
      .orderBy('u.shop_id')
      .limit(20)
      .execute(),
  );
