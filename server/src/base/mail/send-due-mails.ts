import { cutText } from '@courierdesk/contract/cut-text';
import type { Selectable } from 'kysely';
import type { Context } from '../context.ts';
import type { Db } from '../db/client.ts';
import type { Mail } from '../db/schema.ts';
import { withShop } from '../db/tenancy.ts';

export type MailRow = Selectable<Mail>;

/** What an email is about. */
export type MailSubject = {
  /** False if the email would say something that is no longer so. */
  readonly isStillTrue: (context: Context, mail: MailRow) => Promise<boolean>;
  /** The email was not sent and never will be. In the transaction that records this. */
  readonly recordFailure: (trx: Db, mail: MailRow, words: string, now: Date) => Promise<void>;
};

const atOnce = 5;
/** Longer than a mail server may take. */
const unsavedMs = 300_000;
/** After so many emails the other shops have their turn. */
const maxRounds = 10;

/** Seconds until the next attempt. After the last attempt we give up. */
const pauses = [10, 60, 300, 900, 3600, 4 * 3600, 12 * 3600, 24 * 3600];

/** Sends a shop's due emails, oldest first. Returns when the next one is due. */
export async function sendDueMails(
  context: Context,
  { shopId }: { readonly shopId: string },
  signal: AbortSignal,
  subject: MailSubject,
): Promise<Date | undefined> {
  for (let round = 0; round < maxRounds && !signal.aborted; round += 1) {
    const due = await takeDueMails(context, shopId);
    if (due.length === 0) break;
    await Promise.all(due.map((mail) => sendMail(context, mail, subject)));
  }
  const [next] = await withShop(context.db, shopId, shopsWithMails);
  return next?.at;
}

/**
 * The emails that are due first. They are due again after a while: if it cannot be saved that an email was sent, it is not sent again
 * and again.
 */
function takeDueMails({ db, clock }: Context, shopId: string): Promise<MailRow[]> {
  const now = clock();
  return withShop(db, shopId, (trx) =>
    trx
      .updateTable('mail')
      .set({ next_at: new Date(now.getTime() + unsavedMs) })
      .where('shop_id', '=', shopId)
      .where('id', 'in', (mails) =>
        mails
          .selectFrom('mail')
          .select('id')
          .where('shop_id', '=', shopId)
          .where('state', '=', 'waiting')
          .where('next_at', '<=', now)
          .orderBy('next_at')
          .limit(atOnce)
          .forUpdate(),
      )
      .returningAll()
      .execute(),
  );
}

/** When the next email of each shop is due. Within a shop, only this one is seen. */
export async function shopsWithMails(trx: Db): Promise<{ shopId: string; at: Date }[]> {
  const rows = await trx
    .selectFrom('mail')
    .select(({ fn }) => ['shop_id as shopId', fn.min('next_at').as('at')])
    .where('state', '=', 'waiting')
    .groupBy('shop_id')
    .execute();
  return rows.flatMap(({ shopId, at }) => (at ? [{ shopId, at }] : []));
}

async function sendMail(context: Context, mail: MailRow, subject: MailSubject): Promise<void> {
  try {
    if (!(await subject.isStillTrue(context, mail))) return await drop(context, mail);
    await context.mailer.send({
      ...mail,
      to: mail.recipient,
      replyTo: mail.reply_to || undefined,
      shopName: await shopNameOf(context, mail),
      attachments: mail.attachment_name ? [{ filename: mail.attachment_name, content: mail.attachment }] : [],
    });
  } catch (error) {
    return sendLater(context, mail, error, subject);
  }
  context.metrics.mails.inc({ outcome: 'sent' });
  await settle(context, mail, {
    state: 'sent',
    next_at: null,
    settled_at: context.clock(),
    tries: mail.tries + 1,
    last_error: '',
    attachment: '',
  });
}

async function drop(context: Context, mail: MailRow): Promise<void> {
  context.metrics.mails.inc({ outcome: 'dropped' });
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

async function sendLater(context: Context, mail: MailRow, error: unknown, subject: MailSubject): Promise<void> {
  const seconds = isFinal(error) ? undefined : pauses[mail.tries];
  const words = cutText(error instanceof Error ? error.message : String(error), 500);
  context.metrics.mails.inc({ outcome: seconds === undefined ? 'failed' : 'retried' });
  context.log.warn({ mail: mail.id, kind: mail.kind, tries: mail.tries + 1, code: codeOf(error) }, 'email not sent');
  const now = context.clock();
  const tried = { tries: mail.tries + 1, last_error: words };
  if (seconds !== undefined)
    return settle(context, mail, { ...tried, state: 'waiting', next_at: new Date(now.getTime() + seconds * 1000) });
  await settle(context, mail, { ...tried, state: 'failed', next_at: null, settled_at: now }, (trx) =>
    subject.recordFailure(trx, mail, words, now),
  );
}

async function settle(
  context: Context,
  mail: MailRow,
  outcome: {
    state: string;
    next_at: Date | null;
    settled_at?: Date;
    tries?: number;
    last_error: string;
    attachment?: string;
  },
  consequence?: (trx: Db) => Promise<void>,
): Promise<void> {
  await withShop(context.db, mail.shop_id, async (trx) => {
    await trx.updateTable('mail').set(outcome).where('shop_id', '=', mail.shop_id).where('id', '=', mail.id).execute();
    await consequence?.(trx);
  });
}

/**
 * The mail server rejected the recipient or the text of this email permanently. A server that does not let us in, or does not accept our
 * sender, says the same of every email.
 */
function isFinal(error: unknown): boolean {
  const { code, command, responseCode } = wordsOfServer(error);
  const isAboutMail = code === 'EMESSAGE' || (code === 'EENVELOPE' && command !== 'MAIL FROM');
  return isAboutMail && typeof responseCode === 'number' && responseCode >= 500;
}

const codeOf = (error: unknown): unknown => wordsOfServer(error).code;

const wordsOfServer = (error: unknown): { code?: unknown; command?: unknown; responseCode?: unknown } => Object(error);
