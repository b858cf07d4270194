import type { LostAccess } from '@courierdesk/contract/sessions';
import type { Selectable } from 'kysely';
import { nameOfUser, systemActor } from '../../base/actor.ts';
import { changesOf } from '../../base/audit/changes-of.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import type { AppUser } from '../../base/db/schema.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { lostAccessOf } from '../../base/lost-access.ts';
import type { PlatformPerson } from '../../adapters/platforms/sign-in.ts';
import { createExchangeToken } from '../../people/sessions/create-session.ts';
import { requestSubscriptionCheck } from '../../shop/subscriptions/request-check.ts';
import { createUser } from '../../people/users/create-user.ts';
import { removeCredentials } from '../../people/users/remove-credentials.ts';
import { endOwnership, replaceOwners } from './change-owner.ts';

type StoreUserSignIn =
  | { readonly token: string }
  | { readonly refused: EmailRefused | 'unknown' | LostAccess; readonly shopName: string };

/** Why the email of a person does not lead to the user who has it. */
type EmailRefused = 'email-unverified' | 'email-of-another';

/**
 * Signs a person of the store in. The account owner always becomes the one ADMIN. Other staff need a user that the owner
 * added with their verified email, and whom nobody else of the store is. Later visits find them by their id in the store
 * alone.
 */
export async function signInStoreUser(
  context: Context,
  input: {
    shopId: string;
    person: PlatformPerson;
    target: string;
    browserSecret: string;
    ip: string;
    userAgent: string;
  },
): Promise<StoreUserSignIn> {
  const { shopId, person } = input;
  return withShop(context.db, shopId, async (trx) => {
    const shop = await trx
      .selectFrom('shop')
      .select(['name', 'blocked_at'])
      .where('id', '=', shopId)
      .executeTakeFirstOrThrow();
    if (shop.blocked_at) return { refused: 'blocked', shopName: shop.name };
    const found = await userOf(trx, shopId, person);
    if (typeof found === 'string') return { refused: found, shopName: shop.name };
    if (!found && !person.accountOwner) return { refused: 'unknown', shopName: shop.name };
    if (found && !person.accountOwner) {
      if (found.role === 'ADMIN') await endOwnership(trx, context, [found]);
      const lost = await lostAccessOf(trx, { shopId, userId: found.id });
      if (lost) return { refused: lost, shopName: shop.name };
    }
    const userId = found ? found.id : await createOwner(trx, context, shopId, person);
    if (found) await link(trx, context, found, person);
    if (person.accountOwner) await replaceOwners(trx, context, { shopId, userId });
    await requestSubscriptionCheck(trx, context, shopId);
    const token = await createExchangeToken(trx, {
      shopId,
      userId,
      target: input.target,
      browserSecret: input.browserSecret,
      ip: input.ip,
      userAgent: input.userAgent,
      now: context.clock(),
    });
    return { token };
  });
}

type User = Selectable<AppUser>;

async function userOf(trx: Db, shopId: string, person: PlatformPerson): Promise<User | EmailRefused | undefined> {
  const linked = await trx
    .selectFrom('app_user')
    .selectAll()
    .where('shop_id', '=', shopId)
    .where('platform_user_id', '=', person.userId)
    .executeTakeFirst();
  if (linked || person.email === '') return linked;
  const namesake = await userWithEmail(trx, shopId, person.email);
  if (!namesake) return undefined;
  if (!person.emailVerified) return 'email-unverified';
  if (namesake.platform_user_id === null || person.accountOwner) return namesake;
  // Someone else of the store has the email now that this user had before. A sign-in from the store passes the user's
  // second factor, and leaves them their sessions and password: two people would share one account.
  return namesake.role === 'ADMIN' ? undefined : 'email-of-another';
}

const userWithEmail = (trx: Db, shopId: string, email: string): Promise<User | undefined> =>
  trx
    .selectFrom('app_user')
    .selectAll()
    .where('shop_id', '=', shopId)
    .where(({ eb, fn }) => eb(fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .executeTakeFirst();

async function createOwner(trx: Db, context: Context, shopId: string, person: PlatformPerson): Promise<string> {
  const { userId } = await createUser(
    trx,
    systemActor(shopId, 'Store'),
    {
      email: person.email,
      firstName: person.firstName,
      lastName: person.lastName,
      role: 'ADMIN',
      verified: person.emailVerified,
      platformUserId: person.userId,
    },
    context.clock(),
  );
  return userId;
}

async function link(trx: Db, context: Context, user: User, person: PlatformPerson): Promise<void> {
  const rights = person.accountOwner ? { role: 'ADMIN', is_active: true, off_by_plan: false } : { role: user.role };
  const wasOfAnother = user.platform_user_id !== null && user.platform_user_id !== person.userId;
  const becomesOwner = person.accountOwner && (user.role !== 'ADMIN' || wasOfAnother);
  // Of an owner, nobody can change the email here.
  const storeEmail = person.emailVerified && person.email !== '' ? person.email : user.email;
  const hasNewEmail = person.accountOwner && !sameAddress(user.email, storeEmail);
  const isTaken = hasNewEmail && (await userWithEmail(trx, user.shop_id, storeEmail)) !== undefined;
  const email = hasNewEmail && !isTaken ? storeEmail : user.email;
  const isVerified = user.is_verified_user || (person.emailVerified && sameAddress(email, person.email));
  const isLinked =
    user.platform_user_id === person.userId && user.role === rights.role && user.is_verified_user === isVerified;
  if (isLinked && email === user.email) return;
  const now = context.clock();
  await trx
    .updateTable('app_user')
    .set({ platform_user_id: person.userId, ...rights, email, is_verified_user: isVerified })
    .where('shop_id', '=', user.shop_id)
    .where('id', '=', user.id)
    .execute();
  // The earlier owner may have made or had the account, and know its password or have a session, a link or a passkey of it.
  if (becomesOwner) await removeCredentials(trx, { shopId: user.shop_id, userId: user.id, now });
  const store = systemActor(user.shop_id, 'Store');
  const subject = { at: now, subjectKind: 'user', subjectId: user.id, label: nameOfUser(user) } as const;
  if (!isLinked)
    await recordAuditEvent(trx, store, { ...subject, action: 'user.linked-to-store', detail: { role: rights.role } });
  if (isTaken) await recordAuditEvent(trx, store, { ...subject, action: 'user.email-kept' });
  else if (hasNewEmail)
    await recordAuditEvent(trx, store, {
      ...subject,
      action: 'user.email-changed',
      changes: changesOf(user, { email }, { email: 'email' }),
    });
}

const sameAddress = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
