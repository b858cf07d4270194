import type { Paging } from '@courierdesk/contract/paging';
import type { Selectable } from 'kysely';
import type { Db } from '../../base/db/client.ts';
import type { AppUser } from '../../base/db/schema.ts';
import { AppError, notFound } from '../../base/errors.ts';

export type User = Selectable<AppUser>;
export type BookerRow = Pick<User, 'id' | 'first_name' | 'last_name' | 'role' | 'tag' | 'deleted_at'>;

/** The shop's people by name, and deleted ones who booked parcels: these are still looked for. */
export function bookers(trx: Db, shopId: string): Promise<BookerRow[]> {
  return trx
    .selectFrom('app_user as u')
    .select(['u.id', 'u.first_name', 'u.last_name', 'u.role', 'u.tag', 'u.deleted_at'])
    .where('u.shop_id', '=', shopId)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('u.deleted_at', 'is', null),
        exists(
          selectFrom('shipment as s')
            .select('s.id')
            .where('s.shop_id', '=', shopId)
            .whereRef('s.booked_by', '=', 'u.tag')
            .where('s.tracking_number', 'is not', null),
        ),
      ]),
    )
    .orderBy('u.first_name')
    .orderBy('u.last_name')
    .orderBy('u.id')
    .execute();
}

/** A page of the shop's users, owners first, then by name. */
export async function usersPage(trx: Db, shopId: string, paging: Paging): Promise<{ rows: User[]; total: number }> {
  const rows = await present(trx, shopId)
    .selectAll()
    .orderBy('role')
    .orderBy((eb) => eb.fn('lower', ['first_name']))
    .orderBy((eb) => eb.fn('lower', ['last_name']))
    .orderBy('id')
    .limit(paging.limit)
    .offset((paging.page - 1) * paging.limit)
    .execute();
  const { n } = await present(trx, shopId)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return { rows, total: n };
}

export async function findUser(trx: Db, shopId: string, id: string): Promise<User> {
  const user = await present(trx, shopId).selectAll().where('id', '=', id).executeTakeFirst();
  if (!user) throw notFound('This user');
  return user;
}

/** A user who is about to change. Waits for other changes of the same user. */
export async function lockUser(trx: Db, shopId: string, id: string): Promise<User> {
  const user = await present(trx, shopId).selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!user) throw notFound('This user');
  return user;
}

/** A user who is about to change; `ownerRefusal` says why an owner may not. */
export async function lockStaffUser(trx: Db, shopId: string, id: string, ownerRefusal: string): Promise<User> {
  const user = await lockUser(trx, shopId, id);
  if (user.role === 'ADMIN') throw new AppError('forbidden', ownerRefusal);
  return user;
}

/** Nobody has signed in to the account: its email was never verified, and no person of the store is linked to it. */
export const isUnused = (user: Pick<User, 'is_verified_user' | 'platform_user_id'>): boolean =>
  !user.is_verified_user && user.platform_user_id === null;

/** User accounts that count for the plan: all but the owner's. */
export async function countStaff(trx: Db, shopId: string, only: { active?: boolean } = {}): Promise<number> {
  const { n } = await present(trx, shopId)
    .where('role', '=', 'USER')
    .$if(only.active === true, (query) => query.where('is_active', '=', true))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

/** Changes to a shop's set of users wait for each other, so that the plan's limit and the tags are exact. */
export async function lockUsers(trx: Db, shopId: string): Promise<void> {
  await trx.selectFrom('shop').select('id').where('id', '=', shopId).forUpdate().execute();
}

const present = (trx: Db, shopId: string) =>
  trx.selectFrom('app_user').where('shop_id', '=', shopId).where('deleted_at', 'is', null);
