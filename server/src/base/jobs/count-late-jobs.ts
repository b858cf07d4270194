import type { Context } from '../context.ts';
import type { ScheduledJob } from './queue.ts';

const hour = 3_600;

/** Sets what `/metrics` says of the jobs at set times. The queue keeps jobs that are done for seven days. */
export const countLateJobs =
  (jobs: readonly ScheduledJob[]) =>
  async ({ pool, metrics }: Pick<Context, 'pool' | 'metrics'>): Promise<void> => {
    const { rows } = await pool.query<{ name: string; seconds: number }>(
      `select schedule.name,
         extract(epoch from now() - greatest(schedule.created_on, max(job.completed_on)))::float8 as seconds
       from pgboss.schedule left join pgboss.job on job.name = schedule.name and job.state = 'completed'
       where schedule.name = any($1) group by schedule.name, schedule.created_on`,
      [jobs.map(({ name }) => name)],
    );
    for (const { name, cron } of jobs) {
      const row = rows.find((one) => one.name === name);
      metrics.lateScheduledJobs.set({ name }, Math.max(0, (row?.seconds ?? 0) - secondsBetween(cron)));
    }
  };

/** Jobs run every few minutes, each hour or each day. */
function secondsBetween(cron: string): number {
  const [minute = '', hours] = cron.split(' ');
  if (hours !== '*') return 24 * hour;
  return minute.startsWith('*/') ? 60 * Number(minute.slice(2)) : hour;
}
