import type { Context } from '../context.ts';
import { jobKinds } from '../db/job-kinds.ts';

/** Counts what is due in the queue, also where no worker runs. */
export async function countJobs({ pool, metrics }: Pick<Context, 'pool' | 'metrics'>): Promise<void> {
  const { rows } = await pool.query<{ name: string; due: number; oldest: string; failing: number }>(
    `select name,
       count(*) filter (where start_after <= now()) as due,
       coalesce(extract(epoch from now() - min(start_after) filter (where start_after <= now())), 0) as oldest,
       count(*) filter (where state = 'retry') as failing
     from pgboss.job where name = any($1) and state < 'active' group by name`,
    [jobKinds],
  );
  for (const kind of jobKinds) {
    const row = rows.find(({ name }) => name === kind);
    metrics.dueJobs.set({ kind }, row?.due ?? 0);
    metrics.oldestDueJob.set({ kind }, Number(row?.oldest ?? 0));
    metrics.failingJobs.set({ kind }, row?.failing ?? 0);
  }
}
