import { noScopeOnUpdate, type EditedShopUser } from '@courierdesk/contract/users';
import type { UserActor } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import type { Context } from '../context.ts';
import type { Db } from '../db/client.ts';
import { withShop } from '../db/tenancy.ts';
import { AppError } from '../errors.ts';
import { findUser, lockUsers, type User } from './queries.ts';
import { refuseTagOfOthers, refuseTaken } from './refuse-tag.ts';

/** Changes name, tag, contact data and scopes. A change of scopes counts from the user's next request. */
export async function editUser(
  context: Context,
  actor: UserActor,
  userId: string,
  { scopes, ...input }: EditedShopUser,
): Promise<User> {
  return withShop(context.db, actor.shopId, async (trx) => {
    await lockUsers(trx, actor.shopId);
    const before = await findUser(trx, actor.shopId, userId);
    if (before.role === 'ADMIN' && scopes)
      throw new AppError('forbidden', 'The owner has every right. It cannot be changed.', { field: 'scopes' });
    if (before.role === 'USER' && !(scopes ?? before.access_scopes).length)
      throw new AppError('invalid-input', noScopeOnUpdate, { field: 'scopes' });
    return saveUser(trx, context, actor, before, { ...input, ...(scopes && { access_scopes: scopes }) });
  });
}

/** Changes only the tag. */
export async function editTag(context: Context, actor: UserActor, userId: string, tag: string): Promise<User> {
  return withShop(context.db, actor.shopId, async (trx) => {
    await lockUsers(trx, actor.shopId);
    return saveUser(trx, context, actor, await findUser(trx, actor.shopId, userId), { tag });
  });
}

type Change = { readonly [Name in (typeof changedNames)[number] | 'tag']?: string | undefined } & {
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
    detail: {
      changed: changedNames.filter((name) => saved[name] !== before[name]),
      ...(saved.tag !== before.tag && { tag: { before: before.tag, after: saved.tag } }),
      ...(String(saved.access_scopes) !== String(before.access_scopes) && {
        scopes: { before: before.access_scopes, after: saved.access_scopes },
      }),
    },
  });
  return saved;
}

/** Personal data: the audit trail says that they changed, not to what. */
const changedNames = ['first_name', 'last_name', 'phone', 'province', 'address', 'city', 'country'] as const;
