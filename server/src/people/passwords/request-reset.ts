import type { Context } from '../../base/context.ts';
import { newId } from '../../base/db/ids.ts';
import { noShop } from '../../base/db/job-requests.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { networkOf } from '../../base/http/network-of.ts';
import { hashOf } from '../../base/secrets/tokens.ts';

/**
 * Notes that someone asked for a mail to reset their password. A job looks up whether a user has this email, so neither
 * the reply nor its time tells.
 */
export async function requestReset(
  context: Context,
  email: string,
  caller: { ip: string; requestId: string },
): Promise<void> {
  await context.rateLimits.consume('password-reset-network', networkOf(caller.ip));
  await context.rateLimits.consume('password-reset-account', hashOf(email.toLowerCase()).toString('base64url'));
  const now = context.clock();
  const id = newId(now);
  await withShop(context.db, noShop, async (trx) => {
    await trx
      .insertInto('password_reset_request')
      .values({ id, email, ip: caller.ip, request_id: caller.requestId, created_at: now })
      .execute();
    await context.jobs.request(trx, 'reset-mails', { shopId: noShop, key: id, at: now });
  });
}
