import type { Context } from '../context.ts';
import { acrossShops } from '../db/tenancy.ts';
import type { ScheduledJob } from '../jobs/queue.ts';
import type { Work } from '../jobs/run-job.ts';
import { sendDueMails, shopsWithMails, type MailSubject } from './send-due-mails.ts';

export const mailWork = (subject: MailSubject): Work => ({
  kind: 'mails',
  atOnce: 8,
  atOncePerShop: 1,
  run: (context, job, signal) => sendDueMails(context, job, signal, subject),
  needed: shopsWithMails,
});

const keptMs = 30 * 86_400_000;

async function deleteOldMails(context: Context): Promise<void> {
  const before = new Date(context.clock().getTime() - keptMs);
  await acrossShops(context.db, (trx) =>
    trx.deleteFrom('mail').where('created_at', '<', before).where('state', '<>', 'waiting').execute(),
  );
}

export const mailJobs: readonly ScheduledJob[] = [{ name: 'mail.delete-old', cron: '47 3 * * *', run: deleteOldMails }];
