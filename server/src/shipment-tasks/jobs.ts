import type { Context } from '../context.ts';
import { acrossShops } from '../db/tenancy.ts';
import type { ScheduledJob } from '../jobs/queue.ts';
import type { Sweep } from '../jobs/sweeps.ts';
import { workOnTasks } from './work-on-tasks.ts';

export const shipmentTaskSweeps: readonly Sweep[] = [{ name: 'shipment-tasks', everyMs: 2_000, run: workOnTasks }];

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
