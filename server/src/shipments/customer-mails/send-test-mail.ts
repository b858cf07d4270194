import { customerMailName, type CustomerMailKind, type CustomerMailText } from '@courierdesk/contract/customer-mails';
import type { UserActor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { queueMail } from '../../base/mail/queue-mail.ts';
import { lookOf } from '../../shop/look/find-look.ts';
import { composeTestMail } from './compose-customer-mail.ts';

/** Emails one of the customer emails to the person who writes it, about a made-up order. */
export async function sendTestMail(
  context: Context,
  actor: UserActor,
  text: CustomerMailText & { readonly kind: CustomerMailKind },
): Promise<void> {
  const { shopId } = actor;
  await context.rateLimits.consume('test-mail', shopId);
  await withShop(context.db, shopId, async (trx) => {
    const shop = { name: actor.shop.name, look: await lookOf(trx, shopId) };
    await queueMail(trx, context, {
      shopId,
      kind: 'customer-test',
      to: actor.email,
      ...composeTestMail(context, shop, text),
    });
    await recordAuditEvent(trx, actor, {
      at: context.clock(),
      action: 'customer-mail.tested',
      subjectKind: 'shop',
      subjectId: shopId,
      label: customerMailName[text.kind],
    });
  });
}
