import { sql } from 'kysely';
import type { Db } from '../../base/db/client.ts';

export type UserWithEmail = NonNullable<Awaited<ReturnType<typeof lockUser>>>;

/** Undefined when the user was deleted or got another email meanwhile. */
export const lockUser = (trx: Db, { shop_id, user_id }: { shop_id: string; user_id: string }, email: string) =>
  trx
    .selectFrom('app_user as u')
    .innerJoin('shop as s', 's.id', 'u.shop_id')
    .select(['u.shop_id', 'u.id', 'u.email', 'u.first_name', 'u.last_name', 'u.is_active', 's.name as shop_name'])
    .where('u.shop_id', '=', shop_id)
    .where('u.id', '=', user_id)
    .where(sql`lower(u.email)`, '=', sql`lower(${email})`)
    .where('u.deleted_at', 'is', null)
    .forUpdate('u')
    .executeTakeFirst();

export type ResetLink = NonNullable<Awaited<ReturnType<typeof findResetLink>>>;

/** A mailed link and its user. With `lock`, others who use the link or change the user wait. */
export function findResetLink(trx: Db, shopId: string, hash: Buffer, { lock }: { lock: boolean }) {
  return trx
    .selectFrom('mailed_link as l')
    .innerJoin('app_user as u', (join) => join.onRef('u.shop_id', '=', 'l.shop_id').onRef('u.id', '=', 'l.user_id'))
    .innerJoin('shop as s', 's.id', 'l.shop_id')
    .select([
      'l.id',
      'l.user_id',
      'l.email as sent_to',
      'l.expires_at',
      'l.used_at',
      'l.voided_at',
      'u.email',
      'u.first_name',
      'u.last_name',
      'u.is_active',
      'u.is_verified_user',
      's.name as shop_name',
      's.time_zone',
    ])
    .where('l.shop_id', '=', shopId)
    .where('l.token_hash', '=', hash)
    .where('l.kind', '=', 'reset-password')
    .where('u.deleted_at', 'is', null)
    .$if(lock, (query) => query.forUpdate(['u', 'l']))
    .executeTakeFirst();
}
