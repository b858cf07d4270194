import { deleteOlder } from '../../base/jobs/delete-older.ts';
import type { ScheduledJob } from '../../base/jobs/queue.ts';

/** Status updates are kept only to know their repeats. */
export const courierPushJobs: readonly ScheduledJob[] = [
  {
    name: 'courier-push.forget-old',
    cron: '20 22 * * *',
    run: deleteOlder(14, (trx, before) => trx.deleteFrom('courier_push').where('received_at', '<', before)),
  },
];
