import { deleteOlder } from '../jobs/delete-older.ts';
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

export const mailJobs: readonly ScheduledJob[] = [
  {
    name: 'mail.delete-old',
    cron: '47 3 * * *',
    run: deleteOlder(30, (trx, before) =>
      trx.deleteFrom('mail').where('created_at', '<', before).where('state', '<>', 'waiting'),
    ),
  },
];
