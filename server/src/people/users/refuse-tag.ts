import { brokenConstraint, type Db } from '../../base/db/client.ts';
import { AppError } from '../../base/errors.ts';
import { spellingsInUse } from '../../base/db/values-in-use.ts';

/**
 * Parcels carry the tag of who booked them: a tag on someone else's parcels would mix their figures. Filters ignore letter
 * case.
 */
export async function refuseTagOfOthers(trx: Db, shopId: string, tag: string, userId?: string): Promise<void> {
  const parcel = await trx
    .selectFrom('shipment')
    .select('id')
    .where('shop_id', '=', shopId)
    .where('booked_by', 'in', await spellingsInUse(trx, shopId, 'booked_by', [tag]))
    .where('tracking_number', 'is not', null)
    .where('booked_by_user_id', 'is distinct from', userId ?? null)
    .limit(1)
    .executeTakeFirst();
  if (parcel) throw tagTaken();
}

/** For the write itself: the database has the last word on emails and tags. */
export function refuseTaken(error: unknown): never {
  const constraint = brokenConstraint(error);
  if (constraint === 'app_user_tag') throw tagTaken();
  if (constraint === 'app_user_email')
    throw new AppError('conflict', 'A user with this email already exists.', { field: 'email' });
  throw error;
}

const tagTaken = (): AppError =>
  new AppError('conflict', 'Another user of this shop has this tag, or had it before. Choose a different one.', {
    field: 'tag',
  });
