import type { Person } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { queueMail } from '../../base/mail/queue-mail.ts';
import { whenAndWhere } from '../../base/mail/when-and-where.ts';
import { hashPassword } from '../../base/secrets/passwords.ts';
import { refuseWeakPassword } from '../../base/secrets/password-rules.ts';
import type { Caller } from '../sessions/caller.ts';
import { endSessionsOf } from '../sessions/end-session.ts';
import { passwordChangedMail } from './password-mails.ts';
import { shopOfLink, usableLink, type GivenLink } from './usable-link.ts';
import { voidResetLinks } from './void-reset-links.ts';

/** Whose password a link resets. */
export async function describeResetLink(
  context: Context,
  given: GivenLink,
): Promise<{ email: string; shop_name: string; expires_at: string }> {
  const { shopId } = shopOfLink(given);
  const link = await withShop(context.db, shopId, (trx) => usableLink(trx, context, given, { lock: false }));
  return { email: link.email, shop_name: link.shop_name, expires_at: link.expires_at.toISOString() };
}

/**
 * Sets a new password with a mailed link and ends all sessions of the user. Of two resets at once, one wins. The link
 * reached the mailbox, so it verifies the email too.
 */
export async function resetPassword(
  context: Context,
  given: GivenLink & { password: string },
  caller: Caller,
): Promise<void> {
  const { shopId } = shopOfLink(given);
  const { email } = await withShop(context.db, shopId, (trx) => usableLink(trx, context, given, { lock: false }));
  refuseWeakPassword(given.password, email, 'password');
  const passwordHash = await hashPassword(given.password);
  await withShop(context.db, shopId, async (trx) => {
    const link = await usableLink(trx, context, given, { lock: true });
    const now = context.clock();
    const userId = link.user_id;
    await trx
      .updateTable('mailed_link')
      .set({ used_at: now })
      .where('shop_id', '=', shopId)
      .where('id', '=', link.id)
      .execute();
    await voidResetLinks(trx, { shopId, userId, now });
    await trx
      .updateTable('app_user')
      .set({ password_hash: passwordHash, is_verified_user: true })
      .where('shop_id', '=', shopId)
      .where('id', '=', userId)
      .execute();
    await endSessionsOf(trx, { shopId, userId });
    const name = `${link.first_name} ${link.last_name}`.trim() || link.email;
    const actor: Person = { kind: 'user', shopId, userId, name, ...caller };
    const subject = { at: now, subjectKind: 'user', subjectId: userId, label: name } as const;
    await recordAuditEvent(trx, actor, { ...subject, action: 'user.password-changed', detail: { by: 'mailed-link' } });
    if (!link.is_verified_user) await recordAuditEvent(trx, actor, { ...subject, action: 'user.email-verified' });
    await queueMail(trx, context, {
      shopId,
      kind: 'password-changed',
      to: link.email,
      ...passwordChangedMail({
        shopName: link.shop_name,
        firstName: link.first_name,
        email: link.email,
        by: 'user',
        when: whenAndWhere(now, link.time_zone, caller.userAgent),
        publicUrl: context.config.publicUrl,
      }),
    });
  });
}
