import type { AuditAction } from '@courierdesk/contract/audit-actions';
import { cutText } from '@courierdesk/contract/cut-text';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { newId } from '../db/ids.ts';
import { acrossShops } from '../db/tenancy.ts';
import { AppError } from '../errors.ts';

const action: AuditAction = 'session.sign-in-failed';

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
 * Records a failed sign-in for the users whose email it used. Without users it runs the same statement, and it never
 * waits for the disk: the time of the answer does not tell which emails exist.
 */
export async function recordFailedSignIn(
  context: Pick<Context, 'db' | 'clock'>,
  users: readonly { readonly shop_id: string; readonly user_id: string }[],
  why: Why,
  caller: Caller,
): Promise<void> {
  const now = context.clock();
  const events = users.map((user) => ({ ...user, event_id: newId(now) }));
  await acrossShops(context.db, async (trx) => {
    await sql`set local synchronous_commit = off`.execute(trx);
    await sql`
      insert into audit_event (
        shop_id, id, at, actor_kind, actor_id, actor_name, action, action_group, subject_kind, subject_id, subject_label,
        detail, ip, user_agent, request_id)
      select u.shop_id, failed.event_id, ${now}, 'user', u.id, who.name, ${action}, 'sign-in', 'user', u.id, who.name,
             ${JSON.stringify({ why })}::jsonb, ${caller.ip}, ${cutText(caller.userAgent, 300)}, ${caller.requestId}
      from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as failed(shop_id text, user_id text, event_id text)
      join app_user u on u.shop_id = failed.shop_id and u.id = failed.user_id,
      lateral (select coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email) as name) as who`.execute(
      trx,
    );
  });
}
