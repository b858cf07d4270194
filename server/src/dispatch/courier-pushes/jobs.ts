import { acrossShops } from '../../base/db/tenancy.ts';
import type { ScheduledJob } from '../../base/jobs/queue.ts';

const keptMs = 14 * 24 * 3_600_000;

/** Status updates are kept only to know their repeats. */
export const courierPushJobs: readonly ScheduledJob[] = [
  {
    name: 'courier-push.forget-old',
    cron: '20 22 * * *',
    async run(context) {
      const before = new Date(context.clock().getTime() - keptMs);
      await acrossShops(context.db, (trx) =>
        trx.deleteFrom('courier_push').where('received_at', '<', before).execute(),
      );
    },
  },
];
