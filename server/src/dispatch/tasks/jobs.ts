import { deleteOlder } from '../../base/jobs/delete-older.ts';
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

export const shipmentTaskJobs: readonly ScheduledJob[] = [
  {
    name: 'shipment-tasks.delete-old',
    cron: '17 3 * * *',
    run: deleteOlder(30, (trx, before) =>
      trx.deleteFrom('shipment_task').where('created_at', '<', before).where('finished_at', 'is not', null),
    ),
  },
];
