import { sql } from 'kysely';
import type { UserActor } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import type { Context } from '../context.ts';
import type { Db } from '../db/client.ts';
import { withShop } from '../db/tenancy.ts';

export async function endSession(context: Context, actor: UserActor): Promise<void> {
  await withShop(context.db, actor.shopId, async (trx) => {
    await trx.deleteFrom('session').where('shop_id', '=', actor.shopId).where('id', '=', actor.sessionId).execute();
    await recordAuditEvent(trx, actor, {
      at: context.clock(),
      action: 'session.signed-out',
      subjectKind: 'user',
      subjectId: actor.userId,
      label: actor.name,
    });
  });
}

/**
 * Ends all sessions of users who lose access, and all sign-ins under way. The ended sessions stay for some days, so that
 * the next call with one of them can tell the reason.
 */
export async function expireSessionsOf(
  trx: Db,
  { shopId, userIds }: { shopId: string; userIds?: readonly string[] },
): Promise<void> {
  const ofThem = sql<boolean>`(${userIds ?? null}::text[] is null or user_id = any(${userIds ?? null}::text[]))`;
  await trx.deleteFrom('session').where('shop_id', '=', shopId).where('kind', '<>', 'session').where(ofThem).execute();
  await trx
    .updateTable('session')
    .set({ expires_at: sql`now()` })
    .where('shop_id', '=', shopId)
    .where('expires_at', '>', sql<Date>`now()`)
    .where(ofThem)
    .execute();
}

/** Ends all sessions of a user except `except`, and all sign-ins under way. */
export async function endSessionsOf(
  trx: Db,
  { shopId, userId, except }: { shopId: string; userId: string; except?: string },
): Promise<void> {
  await trx
    .deleteFrom('session')
    .where('shop_id', '=', shopId)
    .where('user_id', '=', userId)
    .$if(except !== undefined, (query) => query.where('id', '<>', except ?? ''))
    .execute();
}
