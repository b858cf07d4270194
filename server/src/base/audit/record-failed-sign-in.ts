import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { nameOfUser } from '../actor.ts';
import { withShop } from '../db/tenancy.ts';
import { AppError } from '../errors.ts';
import { recordAuditEvent } from './record-audit-event.ts';

type Why = 'password' | 'restricted' | 'unverified' | 'code' | 'passkey';
type Caller = { readonly ip: string; readonly userAgent: string; readonly requestId: string };

/** Error codes of a sign-in that fails although we know whose it is. */
const whyOf = new Map<string, Why>([
  ['user-restricted', 'restricted'],
  ['email-unverified', 'unverified'],
  ['code-wrong', 'code'],
  ['passkey-refused', 'passkey'],
]);

/** Does a part of a user's sign-in. If it is refused, that is recorded, outside the transaction of `work`. */
export async function recordingFailedSignIn<T>(
  context: Pick<Context, 'db' | 'clock'>,
  user: { readonly shopId: string; readonly userId: string },
  caller: Caller,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const why = error instanceof AppError ? whyOf.get(error.code) : undefined;
    if (why) await recordFailedSignIn(context, [{ shop_id: user.shopId, user_id: user.userId }], why, caller);
    throw error;
  }
}

/**
 * Records a failed sign-in for the users whose email it used. It looks for two users at least, and never waits for the disk: the
 * time of the answer does not tell which emails exist.
 */
export async function recordFailedSignIn(
  context: Pick<Context, 'db' | 'clock'>,
  users: readonly UserKey[],
  why: Why,
  caller: Caller,
): Promise<void> {
  const nobodies = Array.from({ length: Math.max(0, 2 - users.length) }, () => nobody);
  for (const user of [...users, ...nobodies]) await recordForUser(context, user, why, caller);
}

type UserKey = { readonly shop_id: string; readonly user_id: string };

const nobody: UserKey = { shop_id: '0'.repeat(24), user_id: '' };

const recordForUser = (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { shop_id: shopId, user_id: userId }: UserKey,
  why: Why,
  caller: Caller,
): Promise<void> =>
  withShop(db, shopId, async (trx) => {
    await sql`set local synchronous_commit = off`.execute(trx);
    const user = await trx
      .selectFrom('app_user')
      .select(['first_name', 'last_name', 'email'])
      .where('shop_id', '=', shopId)
      .where('id', '=', userId)
      .executeTakeFirst();
    if (!user) return;
    const name = nameOfUser(user);
    await recordAuditEvent(
      trx,
      { kind: 'user', shopId, userId, name, ...caller },
      {
        at: clock(),
        action: 'session.sign-in-failed',
        subjectKind: 'user',
        subjectId: userId,
        label: name,
        detail: { why },
      },
    );
  });
