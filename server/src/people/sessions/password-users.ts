import { sql } from 'kysely';
import * as z from 'zod';
import type { OwnShop } from '@courierdesk/contract/sessions';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { isOfShop, rowsOfShops } from '../../base/db/rows-of-shops.ts';
import { hashOf } from '../../base/secrets/tokens.ts';

/** A user whose password a person has entered. `password` tells whether it is still the same one. */
const PasswordUser = z.object({ shop_id: z.string(), user_id: z.string(), password: z.string() });
export type PasswordUser = z.infer<typeof PasswordUser>;
export const PasswordUsers = z.array(PasswordUser);

export const passwordUser = (user: {
  shop_id: string;
  user_id: string;
  password_hash: string | null;
}): PasswordUser => ({
  shop_id: user.shop_id,
  user_id: user.user_id,
  password: digestOf(user.password_hash),
});

const digestOf = (passwordHash: string | null): string => hashOf(passwordHash ?? '').toString('base64url');

/** The users of a session's password. */
export async function passwordUsersOf(
  trx: Db,
  session: { readonly shopId: string; readonly sessionId: string },
): Promise<PasswordUser[]> {
  const row = await trx
    .selectFrom('session')
    .select('password_users')
    .where('shop_id', '=', session.shopId)
    .where('id', '=', session.sessionId)
    .executeTakeFirst();
  return PasswordUsers.parse(row?.password_users ?? []);
}

/** The shops of those users who may sign in now with the password that was entered, by name. Shops that cannot be reached are left out. */
export async function usableShops(
  context: Pick<Context, 'db'>,
  users: readonly PasswordUser[],
): Promise<(OwnShop & { readonly user: PasswordUser })[]> {
  if (users.length === 0) return [];
  const { rows } = await rowsOfShops(context.db, (trx, shopId) =>
    trx
      .selectFrom('app_user as u')
      .innerJoin('shop as s', 's.id', 'u.shop_id')
      .select(['s.id', 's.name', 's.domain', 'u.id as user_id', 'u.password_hash'])
      .where(isOfShop('u.shop_id', shopId))
      .where(
        sql<boolean>`(u.shop_id, u.id) in (${sql.join(users.map((user) => sql`(${user.shop_id}, ${user.user_id})`))})`,
      )
      .where('u.is_active', '=', true)
      .where('u.is_verified_user', '=', true)
      .where('u.deleted_at', 'is', null)
      .orderBy('s.name')
      .orderBy('s.id')
      .execute(),
  );
  return rows.flatMap(({ id, name, domain, user_id, password_hash }) => {
    const user = users.find((one) => one.shop_id === id && one.user_id === user_id);
    return user?.password === digestOf(password_hash) ? [{ id, name, domain, user }] : [];
  });
}
