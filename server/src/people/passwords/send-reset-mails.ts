import { resetLinkMinutes } from '@courierdesk/contract/password-resets';
import { nameOfUser, systemActor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { newId } from '../../base/db/ids.ts';
import { acrossShops } from '../../base/db/tenancy.ts';
import { queueMail } from '../../base/mail/queue-mail.ts';
import { newToken } from '../../base/secrets/tokens.ts';
import { resetMail, restrictedMail } from './password-mails.ts';
import { lockUsersWithEmail, takeOldestRequest, type UserWithEmail } from './queries.ts';
import { voidResetLinks } from './void-reset-links.ts';

/**
 * Answers one request with a mail for each shop where the email has a user; each shop has its own password. Returns how
 * many requests it answered.
 */
export async function sendResetMails(context: Context): Promise<number> {
  const request = await acrossShops(context.db, async (trx) => {
    const taken = await takeOldestRequest(trx);
    for (const user of taken ? await lockUsersWithEmail(trx, taken.email) : [])
      await mailUser(trx, context, user, taken);
    return taken;
  });
  if (!request) return 0;
  return 1;
}

async function mailUser(
  trx: Db,
  context: Context,
  user: UserWithEmail,
  request: { ip: string; request_id: string } | undefined,
): Promise<void> {
  const to = { shopName: user.shop_name, firstName: user.first_name, email: user.email };
  const mail = user.is_active ? resetMail({ ...to, url: await newLink(trx, context, user) }) : restrictedMail(to);
  await queueMail(trx, context, { shopId: user.shop_id, kind: 'reset-password', to: user.email, ...mail });
  await recordAuditEvent(trx, systemActor(user.shop_id, 'Courierdesk', request?.request_id), {
    at: context.clock(),
    action: 'user.password-reset-requested',
    subjectKind: 'user',
    subjectId: user.id,
    label: nameOfUser(user),
    detail: { ip: request?.ip },
  });
}

/** The address to create a new password. Only a hash of it is stored. */
async function newLink(trx: Db, context: Context, user: UserWithEmail): Promise<string> {
  const now = context.clock();
  const { token, hash } = newToken(user.shop_id);
  await voidResetLinks(trx, { shopId: user.shop_id, userId: user.id, now });
  await trx
    .insertInto('mailed_link')
    .values({
      shop_id: user.shop_id,
      id: newId(now),
      user_id: user.id,
      kind: 'reset-password',
      token_hash: hash,
      email: user.email,
      created_at: now,
      expires_at: new Date(now.getTime() + resetLinkMinutes * 60_000),
    })
    .execute();
  return `${context.config.publicUrl}/create-new-password?hash=${encodeURIComponent(token)}&id=${user.id}`;
}
