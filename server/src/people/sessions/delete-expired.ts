import type { Context } from '../../base/context.ts';
import { acrossShops } from '../../base/db/tenancy.ts';

const idempotencyDays = 7;
/** As in the database's `find_session`. */
export const unusedSessionDays = 14;
/** Ended sessions stay for a while, so that their next call can tell the reason. */
const endedSessionDays = 7;
const processedWebhookDays = 14;
/** Old links stay for a while, so that someone who opens one learns that it has expired. */
const expiredLinkDays = 30;
const unansweredResetDays = 1;

/** Deletes rows that can no longer be used. */
export async function deleteExpired(context: Context): Promise<void> {
  const now = context.clock();
  const daysAgo = (days: number): Date => new Date(now.getTime() - days * 86_400_000);
  await acrossShops(context.db, async (trx) => {
    await trx
      .deleteFrom('session')
      .where('expires_at', '<', now)
      .where(({ eb, or }) => or([eb('kind', '<>', 'session'), eb('expires_at', '<', daysAgo(endedSessionDays))]))
      .execute();
    await trx
      .deleteFrom('session')
      .where('kind', '=', 'session')
      .where('last_used_at', '<', daysAgo(unusedSessionDays))
      .execute();
    await trx.deleteFrom('mailed_link').where('expires_at', '<', daysAgo(expiredLinkDays)).execute();
    await trx.deleteFrom('password_reset_request').where('created_at', '<', daysAgo(unansweredResetDays)).execute();
    await trx.deleteFrom('passkey_challenge').where('expires_at', '<', now).execute();
    await trx.deleteFrom('oauth_state').where('expires_at', '<', now).execute();
    await trx.deleteFrom('rate_limit').where('expire', '<', String(now.getTime())).execute();
    await trx.deleteFrom('idempotency_key').where('created_at', '<', daysAgo(idempotencyDays)).execute();
    await trx
      .deleteFrom('webhook_inbox')
      .where('received_at', '<', daysAgo(processedWebhookDays))
      .where('processed_at', 'is not', null)
      .execute();
  });
}
