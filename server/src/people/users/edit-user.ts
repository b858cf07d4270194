import { noScopeOnUpdate, type EditedShopUser } from '@courierdesk/contract/users';
import { nameOfUser, type UserActor } from '../../base/actor.ts';
import { changesOf } from '../../base/audit/changes-of.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { AppError } from '../../base/errors.ts';
import { lockUser, lockUsers, type User } from './queries.ts';
import { refuseChanged } from '../../base/revision.ts';
import { revisionOfUser } from './present.ts';
import { refuseTagOfOthers, refuseTaken } from './refuse-tag.ts';

/** Changes name, tag, contact data and scopes. A change of scopes counts from the user's next request. */
export async function editUser(
  context: Context,
  actor: UserActor,
  userId: string,
  { scopes, revision, ...input }: EditedShopUser,
): Promise<User> {
  return withShop(context.db, actor.shopId, async (trx) => {
    await lockUsers(trx, actor.shopId);
    const before = await lockUser(trx, actor.shopId, userId);
    refuseChanged('this user', revision, revisionOfUser(before));
    if (before.role === 'ADMIN' && scopes)
      throw new AppError('forbidden', 'The owner has all scopes. They cannot be changed.', { field: 'scopes' });
    if (before.role === 'USER' && !(scopes ?? before.access_scopes).length)
      throw new AppError('invalid-input', noScopeOnUpdate, { field: 'scopes' });
    return saveUser(trx, context, actor, before, { ...input, ...(scopes && { access_scopes: scopes }) });
  });
}

/** Changes only the tag. */
export async function editTag(context: Context, actor: UserActor, userId: string, tag: string): Promise<User> {
  return withShop(context.db, actor.shopId, async (trx) => {
    await lockUsers(trx, actor.shopId);
    return saveUser(trx, context, actor, await lockUser(trx, actor.shopId, userId), { tag });
  });
}

type Change = { readonly [Name in Exclude<keyof typeof recordedFields, 'access_scopes'>]?: string | undefined } & {
  readonly access_scopes?: string[];
};

async function saveUser(trx: Db, context: Context, actor: UserActor, before: User, input: Change): Promise<User> {
  if (input.tag !== undefined && input.tag !== before.tag)
    await refuseTagOfOthers(trx, actor.shopId, input.tag, before.id);
  const saved = await trx
    .updateTable('app_user')
    .set(input)
    .where('shop_id', '=', actor.shopId)
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch(refuseTaken);
  await recordAuditEvent(trx, actor, {
    at: context.clock(),
    action: 'user.updated',
    subjectKind: 'user',
    subjectId: before.id,
    label: nameOfUser(before),
    changes: changesOf(before, saved, recordedFields),
  });
  return saved;
}

const recordedFields = {
  first_name: 'shown',
  last_name: 'shown',
  tag: 'shown',
  access_scopes: 'shown',
  phone: 'phone',
  province: 'hidden',
  address: 'hidden',
  city: 'hidden',
  country: 'hidden',
} as const;
