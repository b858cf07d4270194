import { nameOfUser, type UserActor } from '../../base/actor.ts';
import { changesOf } from '../../base/audit/changes-of.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { queueMail } from '../../base/mail/queue-mail.ts';
import { voidResetLinks } from '../passwords/void-reset-links.ts';
import { isUnused, lockStaffUser, type User } from './queries.ts';
import { refuseTaken } from './refuse-tag.ts';
import { removeCredentials } from './remove-credentials.ts';
import { limitVerificationMails, sendVerification } from './send-verification.ts';
import { emailChangedMail } from './user-mails.ts';

/**
 * Gives a user another email, which must be verified. The account may now belong to another person, so everything that signs in
 * to it is removed, also the link to a person of the store, and the old address gets a mail. An account that nobody used yet
 * keeps the password that the owner chose.
 */
export async function changeEmail(context: Context, actor: UserActor, id: string, email: string): Promise<User> {
  const { shopId } = actor;
  await limitVerificationMails(context, { shopId, userId: id });
  const user = await withShop(context.db, shopId, async (trx) => {
    const before = await lockStaffUser(trx, shopId, id, "The owner's email cannot be changed.");
    if (before.email === email) return before;
    const isSameAddress = before.email.toLowerCase() === email.toLowerCase();
    const now = context.clock();
    if (!isSameAddress && isUnused(before)) await voidResetLinks(trx, { shopId, userId: id, now });
    else if (!isSameAddress) await removeCredentials(trx, { shopId, userId: id, now });
    const saved = await trx
      .updateTable('app_user')
      .set({ email, ...(!isSameAddress && { is_verified_user: false, platform_user_id: null }) })
      .where('shop_id', '=', shopId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
      .catch(refuseTaken);
    await recordAuditEvent(trx, actor, {
      at: now,
      action: 'user.email-changed',
      subjectKind: 'user',
      subjectId: id,
      label: nameOfUser(saved),
      changes: changesOf(before, saved, { email: 'email' }),
    });
    if (isSameAddress) return saved;
    // Links to the old address must not work when it comes back.
    await trx
      .deleteFrom('mailed_link')
      .where('shop_id', '=', shopId)
      .where('user_id', '=', id)
      .where('kind', '=', 'verify-email')
      .execute();
    await sendVerification(trx, context, actor, saved);
    if (before.is_verified_user)
      await queueMail(trx, context, {
        shopId,
        kind: 'email-changed',
        to: before.email,
        ...emailChangedMail(actor.shop.name, before.first_name),
      });
    return saved;
  });
  return user;
}
