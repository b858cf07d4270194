import { nameOfUser, type UserActor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { newId } from '../../base/db/ids.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { AppError } from '../../base/errors.ts';
import { queueMail } from '../../base/mail/queue-mail.ts';
import { newToken } from '../../base/secrets/tokens.ts';
import { lockStaffUser, type User } from './queries.ts';
import { verificationDays, verificationMail } from './user-mails.ts';

/** The owner of the shop, in whose name the mail speaks. */
type Sender = Pick<UserActor, 'shopId' | 'name'> & { readonly shop: Pick<UserActor['shop'], 'name'> };

/** Queues a mail with a link that verifies the user's email, in the transaction of the change that calls for it. */
export async function sendVerification(trx: Db, context: Context, sender: Sender, user: User): Promise<void> {
  const { shopId } = sender;
  const now = context.clock();
  const { token, hash } = newToken(shopId);
  await trx
    .insertInto('mailed_link')
    .values({
      shop_id: shopId,
      id: newId(now),
      user_id: user.id,
      kind: 'verify-email',
      token_hash: hash,
      email: user.email,
      created_at: now,
      expires_at: new Date(now.getTime() + verificationDays * 86_400_000),
    })
    .execute();
  await queueMail(trx, context, {
    shopId,
    kind: 'verify-email',
    to: user.email,
    ...verificationMail({
      shopName: sender.shop.name,
      ownerName: sender.name,
      firstName: user.first_name,
      email: user.email,
      hasPassword: user.password_hash !== null,
      url: `${context.config.publicUrl}/email-verify?token=${encodeURIComponent(token)}`,
    }),
  });
}

/** An owner can enter any email: without limits, they could flood a stranger with our emails. */
export async function limitVerificationMails(
  { rateLimits }: Pick<Context, 'rateLimits'>,
  { shopId, userId }: { readonly shopId: string; readonly userId?: string },
): Promise<void> {
  if (userId !== undefined) await rateLimits.consume('verification-mail', userId);
  await rateLimits.consume('verification-mails-of-shop', shopId);
}

/** Sends an unverified user another link. `email` is the address that the owner saw. */
export async function resendVerification(
  context: Context,
  actor: UserActor,
  { id, email }: { id: string; email: string },
): Promise<void> {
  const { shopId } = actor;
  await limitVerificationMails(context, { shopId, userId: id });
  await withShop(context.db, shopId, async (trx) => {
    const user = await lockStaffUser(trx, shopId, id, "The owner's email needs no verification.");
    if (user.is_verified_user) throw new AppError('conflict', 'This email is already verified.');
    if (user.email.toLowerCase() !== email.toLowerCase())
      throw new AppError('conflict', 'The email of this user has changed. Refresh the page and try again.');
    await sendVerification(trx, context, actor, user);
    await recordAuditEvent(trx, actor, {
      at: context.clock(),
      action: 'user.verification-sent',
      subjectKind: 'user',
      subjectId: user.id,
      label: nameOfUser(user),
    });
  });
}
