import { resetLinkMinutes } from '@courierdesk/contract/password-resets';
import { nameOfUser, systemActor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { newId } from '../../base/db/ids.ts';
import { noShop, type Job } from '../../base/db/job-requests.ts';
import { acrossShops } from '../../base/db/tenancy.ts';
import { lostAccessOf } from '../../base/lost-access.ts';
import { queueMail } from '../../base/mail/queue-mail.ts';
import { newToken } from '../../base/secrets/tokens.ts';
import { usersByEmail } from '../sessions/users-by-email.ts';
import { lostAccessMail, resetMail } from './password-mails.ts';
import { lockUser, type UserWithEmail } from './queries.ts';
import { voidResetLinks } from './void-reset-links.ts';

/**
 * Answers a request, the key of the job, with a mail for each shop where the email has a user; each shop has its own
 * password. The request is deleted in the same transaction. It stays while nobody is found and some shops cannot be reached.
 */
export async function sendResetMails(context: Context, { key: id }: Required<Job>): Promise<undefined> {
  const asked = await acrossShops(context.db, (trx) =>
    trx.selectFrom('password_reset_request').select('email').where('id', '=', id).executeTakeFirst(),
  );
  if (!asked) return;
  const { rows: users, away } = await usersByEmail(context.db, asked.email);
  if (users.length === 0 && away) throw away;
  await acrossShops(context.db, async (trx) => {
    const request = await trx
      .deleteFrom('password_reset_request')
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst();
    if (!request) return;
    for (const found of users) {
      const user = await lockUser(trx, found, request.email);
      if (user) await mailUser(trx, context, user, request);
    }
  });
}

export async function resetRequests(trx: Db): Promise<(Required<Job> & { readonly at: Date })[]> {
  const requests = await trx.selectFrom('password_reset_request').select(['id as key', 'created_at as at']).execute();
  return requests.map((request) => ({ shopId: noShop, ...request }));
}

async function mailUser(
  trx: Db,
  context: Context,
  user: UserWithEmail,
  request: { ip: string; request_id: string },
): Promise<void> {
  const to = { shopName: user.shop_name, firstName: user.first_name, email: user.email };
  const lost = user.is_active ? undefined : await lostAccessOf(trx, { shopId: user.shop_id, userId: user.id });
  const mail = lost ? lostAccessMail({ ...to, lost }) : resetMail({ ...to, url: await newLink(trx, context, user) });
  await queueMail(trx, context, { shopId: user.shop_id, kind: 'reset-password', to: user.email, ...mail });
  await recordAuditEvent(trx, systemActor(user.shop_id, 'Courierdesk', request.request_id), {
    at: context.clock(),
    action: 'user.password-reset-requested',
    subjectKind: 'user',
    subjectId: user.id,
    label: nameOfUser(user),
    detail: { ip: request.ip },
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
