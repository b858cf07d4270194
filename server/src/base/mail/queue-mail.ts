import type { Context } from '../context.ts';
import type { Db } from '../db/client.ts';
import { newId } from '../db/ids.ts';
import type { MailBody } from './compose-mail.ts';

type NewMail = MailBody & {
  readonly shopId: string;
  /** Such as `export-ready`. */
  readonly kind: string;
  readonly to: string;
  readonly subject: string;
  /** Where replies go, if not to the sender. */
  readonly replyTo?: string;
  /** Deleted once the email is sent. */
  readonly attachment?: { readonly name: string; readonly text: string };
};

/**
 * Queues an email in the transaction of the change it is about: both are saved or neither.
 */
export async function queueMail(trx: Db, context: Pick<Context, 'clock' | 'jobs'>, mail: NewMail): Promise<string> {
  const now = context.clock();
  const id = newId(now);
  await trx
    .insertInto('mail')
    .values({
      shop_id: mail.shopId,
      id,
      kind: mail.kind,
      recipient: mail.to,
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      reply_to: mail.replyTo ?? '',
      attachment_name: mail.attachment?.name ?? '',
      attachment: mail.attachment?.text ?? '',
      state: 'waiting',
      next_at: now,
      created_at: now,
    })
    .execute();
  await context.jobs.request(trx, 'mails', { shopId: mail.shopId, at: now });
  return id;
}
