import type { Context } from '../../base/context.ts';
import { acrossShops } from '../../base/db/tenancy.ts';
import type { ScheduledJob } from '../../base/jobs/queue.ts';
import type { Work } from '../../base/jobs/run-job.ts';
import { continueTask, tasksUnderWay } from './continue-task.ts';

export const shipmentTaskWork: Work = {
  kind: 'shipment-tasks',
  atOnce: 6,
  atOncePerShop: 3,
  run: continueTask,
  needed: tasksUnderWay,
};

const keptMs = 30 * 86_400_000;

async function deleteOldTasks(context: Context): Promise<void> {
  const before = new Date(context.clock().getTime() - keptMs);
  await acrossShops(context.db, (trx) =>
    trx.deleteFrom('shipment_task').where('created_at', '<', before).where('finished_at', 'is not', null).execute(),
  );
}

export const shipmentTaskJobs: readonly ScheduledJob[] = [
  { name: 'shipment-tasks.delete-old', cron: '17 3 * * *', run: deleteOldTasks },
];
