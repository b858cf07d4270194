import { cutText } from '@courierdesk/contract/cut-text';
import { sql, type Selectable } from 'kysely';
import type { Context } from '../context.ts';
import { newId } from '../db/ids.ts';
import type { Mail } from '../db/schema.ts';
import { acrossShops, withShop } from '../db/tenancy.ts';
import { claimDueRows } from '../jobs/claim-due-rows.ts';

export type MailRow = Selectable<Mail>;

/** False if the email would say something that is not so any more. */
export type MailCheck = (context: Context, mail: MailRow) => Promise<boolean>;

const leaseMs = 3 * 60_000;
const atOnce = 10;

/** Seconds until the next attempt. After the last attempt we give up. */
const pauses = [10, 60, 300, 900, 3600, 4 * 3600, 12 * 3600, 24 * 3600];

/** Sends due emails. One worker has a lease on each; emails of a killed worker are due again after the lease. */
export async function sendDueMails(context: Context, isStillTrue: MailCheck): Promise<number> {
  const taken = await takeDue(context);
  await Promise.all(taken.map((mail) => sendMail(context, mail, isStillTrue)));
  return taken.length;
}

function takeDue(context: Context): Promise<MailRow[]> {
  const now = context.clock();
  return acrossShops(context.db, (trx) =>
    claimDueRows(trx, 'mail', {
      due: sql`state = 'waiting' and next_at <= ${now}`,
      orderBy: sql`next_at`,
      limit: atOnce,
      set: sql`tries = tries + 1, lease_id = ${newId(now)}, next_at = ${new Date(now.getTime() + leaseMs)}`,
    }),
  );
}

async function sendMail(context: Context, mail: MailRow, isStillTrue: MailCheck): Promise<void> {
  try {
    if (!(await isStillTrue(context, mail))) return await drop(context, mail);
    await context.mailer.send({
      ...mail,
      to: mail.recipient,
      replyTo: mail.reply_to || undefined,
      shopName: await shopNameOf(context, mail),
      attachments: mail.attachment_name ? [{ filename: mail.attachment_name, content: mail.attachment }] : [],
    });
  } catch (error) {
    return sendLater(context, mail, error);
  }
  context.metrics.mails.inc({ kind: mail.kind, outcome: 'sent' });
  await settle(context, mail, {
    state: 'sent',
    next_at: null,
    settled_at: context.clock(),
    last_error: '',
    attachment: '',
  });
}

async function drop(context: Context, mail: MailRow): Promise<void> {
  context.metrics.mails.inc({ kind: mail.kind, outcome: 'dropped' });
  const settled_at = context.clock();
  await settle(context, mail, {
    state: 'failed',
    next_at: null,
    settled_at,
    last_error: 'No longer true',
    attachment: '',
  });
}

async function shopNameOf(context: Context, mail: MailRow): Promise<string> {
  const shop = await withShop(context.db, mail.shop_id, (trx) =>
    trx.selectFrom('shop').select('name').where('id', '=', mail.shop_id).executeTakeFirstOrThrow(),
  );
  return shop.name;
}

async function sendLater(context: Context, mail: MailRow, error: unknown): Promise<void> {
  const seconds = isFinal(error) ? undefined : pauses[mail.tries - 1];
  const words = error instanceof Error ? error.message : String(error);
  context.metrics.mails.inc({ kind: mail.kind, outcome: seconds === undefined ? 'failed' : 'retried' });
  context.log.warn({ mail: mail.id, kind: mail.kind, tries: mail.tries, code: codeOf(error) }, 'email not sent');
  const now = context.clock();
  await settle(
    context,
    mail,
    seconds === undefined
      ? { state: 'failed', next_at: null, settled_at: now, last_error: cutText(words, 500) }
      : { state: 'waiting', next_at: new Date(now.getTime() + seconds * 1000), last_error: cutText(words, 500) },
  );
}

async function settle(
  context: Context,
  mail: MailRow,
  outcome: { state: string; next_at: Date | null; settled_at?: Date; last_error: string; attachment?: string },
): Promise<void> {
  await withShop(context.db, mail.shop_id, (trx) =>
    trx
      .updateTable('mail')
      .set({ ...outcome, lease_id: null })
      .where('shop_id', '=', mail.shop_id)
      .where('id', '=', mail.id)
      .where('lease_id', '=', mail.lease_id)
      .execute(),
  );
}

/** The mail server rejected this email permanently: no such mailbox, or it does not accept email from us. */
function isFinal(error: unknown): boolean {
  const code = error instanceof Error && 'responseCode' in error ? error.responseCode : undefined;
  return typeof code === 'number' && code >= 500 && codeOf(error) !== 'EAUTH';
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);
