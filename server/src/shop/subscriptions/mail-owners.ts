import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import type { MailBody } from '../../base/mail/compose-mail.ts';
import { queueMail } from '../../base/mail/queue-mail.ts';

/** Queues an email to the owner of a shop, or to the shop's own address while it has none. */
export async function mailOwners(
  trx: Db,
  context: Context,
  shopId: string,
  mail: { kind: string; subject: (shopName: string) => string; body: (shopName: string) => MailBody },
): Promise<void> {
  const shop = await trx
    .selectFrom('shop')
    .select(['name', 'email'])
    .where('id', '=', shopId)
    .executeTakeFirstOrThrow();
  const owners = await trx
    .selectFrom('app_user')
    .select('email')
    .where('shop_id', '=', shopId)
    .where('role', '=', 'ADMIN')
    .where('deleted_at', 'is', null)
    .where('email', '<>', '')
    .execute();
  const recipients = owners.length > 0 ? owners.map(({ email }) => email) : [shop.email].filter(Boolean);
  for (const to of recipients)
    await queueMail(trx, context, {
      shopId,
      kind: mail.kind,
      to,
      subject: mail.subject(shop.name),
      ...mail.body(shop.name),
    });
}
