import { sql } from 'kysely';
import type { Context } from '../../base/context.ts';
import { acrossShops } from '../../base/db/tenancy.ts';
import type { ScheduledJob } from '../../base/jobs/queue.ts';

const rowsAtOnce = 5_000;

/** Deletes events older than two years. The database function decides which; no role of ours can delete others. */
async function deleteOldEvents(context: Context): Promise<void> {
  for (;;) {
    const { rows } = await acrossShops(context.db, (trx) =>
      sql<{ erased: number }>`select erase_old_audit_events(${rowsAtOnce}) as erased`.execute(trx),
    );
    if ((rows[0]?.erased ?? 0) < rowsAtOnce) return;
  }
}

export const activityLogJobs: readonly ScheduledJob[] = [
  { name: 'audit.delete-old', cron: '25 21 * * *', run: deleteOldEvents },
];
