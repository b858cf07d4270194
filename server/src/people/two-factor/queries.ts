import type { Db } from '../../base/db/client.ts';

/** The person that two-factor is about. */
export type TwoFactorUser = { readonly shopId: string; readonly userId: string };

/** The authenticator app of a user: being set up, or in use. */
export const twoFactorOf = (trx: Db, { shopId, userId }: TwoFactorUser) =>
  trx
    .selectFrom('two_factor')
    .select(['secret', 'session_id', 'created_at', 'confirmed_at'])
    .where('shop_id', '=', shopId)
    .where('user_id', '=', userId)
    .executeTakeFirst();

/** Marks a time step as used. False when it or a later one was used before, also by a request at the same moment. */
export async function consumeStep(trx: Db, { shopId, userId }: TwoFactorUser, step: number): Promise<boolean> {
  const taken = await trx
    .updateTable('two_factor')
    .set({ last_step: step })
    .where('shop_id', '=', shopId)
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst();
  return taken !== undefined;
}

export async function unusedRecoveryCodes(trx: Db, { shopId, userId }: TwoFactorUser): Promise<number> {
  const { left } = await trx
    .selectFrom('recovery_code')
    .select((eb) => eb.fn.countAll<number>().as('left'))
    .where('shop_id', '=', shopId)
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return left;
}

/** What a user signs in with. */
export const signInOf = (trx: Db, { shopId, userId }: TwoFactorUser) =>
  trx
    .selectFrom('app_user')
    .select(['password_hash', 'two_factor_enabled', 'recovery_salt'])
    .where('shop_id', '=', shopId)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();

/** Whether a user may sign in at all. */
export const signInStatusOf = (trx: Db, { shopId, userId }: TwoFactorUser) =>
  trx
    .selectFrom('app_user')
    .select(['is_active', 'is_verified_user'])
    .where('shop_id', '=', shopId)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();

/** Since when the shop requires two-factor of its staff. */
export async function requiredSince(trx: Db, shopId: string): Promise<Date | null> {
  const setting = await trx
    .selectFrom('shop_setting')
    .select('two_factor_required_since')
    .where('shop_id', '=', shopId)
    .executeTakeFirst();
  return setting?.two_factor_required_since ?? null;
}

/** The person and shop of a second-factor token. */
export const pendingSignIn = (trx: Db, shopId: string, hash: Buffer, now: Date) =>
  trx
    .selectFrom('session as s')
    .innerJoin('app_user as u', (join) => join.onRef('u.shop_id', '=', 's.shop_id').onRef('u.id', '=', 's.user_id'))
    .select(['s.id as session_id', 's.user_id', 's.password_users', 'u.is_active'])
    .where('s.shop_id', '=', shopId)
    .where('s.token_hash', '=', hash)
    .where('s.kind', '=', 'second-factor')
    .where('s.expires_at', '>', now);

export async function setTwoFactorEnabled(
  trx: Db,
  { shopId, userId }: TwoFactorUser,
  two_factor_enabled: boolean,
): Promise<void> {
  await trx
    .updateTable('app_user')
    .set({ two_factor_enabled })
    .where('shop_id', '=', shopId)
    .where('id', '=', userId)
    .execute();
}
