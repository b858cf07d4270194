import type { Selectable } from 'kysely';
import type { UserActor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import type { Session } from '../../base/db/schema.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { notFound } from '../../base/errors.ts';
import { unusedSessionDays } from './delete-expired.ts';
import { endSessionsOf } from './end-session.ts';

/** Where the actor is signed in, last seen first. */
export function ownSessions(context: Context, actor: UserActor): Promise<Selectable<Session>[]> {
  const now = context.clock();
  const unusedSince = new Date(now.getTime() - unusedSessionDays * 86_400_000);
  return withShop(context.db, actor.shopId, (trx) =>
    trx
      .selectFrom('session')
      .selectAll()
      .where('shop_id', '=', actor.shopId)
      .where('user_id', '=', actor.userId)
      .where('kind', '=', 'session')
      .where('expires_at', '>', now)
      .where('last_used_at', '>', unusedSince)
      .orderBy('last_used_at', 'desc')
      .orderBy('id', 'desc')
      .limit(200)
      .execute(),
  );
}

/** Signs the actor out on one device. */
export async function endOwnSession(context: Context, actor: UserActor, id: string): Promise<void> {
  await withShop(context.db, actor.shopId, async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('session')
      .where('shop_id', '=', actor.shopId)
      .where('user_id', '=', actor.userId)
      .where('kind', '=', 'session')
      .where('id', '=', id)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw notFound('This session');
    await recordEnd(trx, context, actor, { device: 'one' });
  });
}

/** Signs the actor out everywhere but here. Sign-ins that wait for their second step end too. */
export async function endOtherSessions(context: Context, actor: UserActor): Promise<void> {
  const { shopId, userId, sessionId } = actor;
  await withShop(context.db, shopId, async (trx) => {
    await endSessionsOf(trx, { shopId, userId, except: sessionId });
    await recordEnd(trx, context, actor, { device: 'all others' });
  });
}

const recordEnd = (trx: Db, context: Context, actor: UserActor, detail: Record<string, unknown>): Promise<void> =>
  recordAuditEvent(trx, actor, {
    at: context.clock(),
    action: 'session.ended',
    subjectKind: 'user',
    subjectId: actor.userId,
    label: actor.name,
    detail,
  });
