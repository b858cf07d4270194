import type { Context } from '../context.ts';

const hour = 3_600;

/** Sets what `/metrics` says of the jobs at set times. The queue keeps jobs that are done for seven days. */
export async function countLateJobs({ pool, metrics }: Pick<Context, 'pool' | 'metrics'>): Promise<void> {
  const { rows } = await pool.query<{ name: string; cron: string; seconds: number }>(
    `select schedule.name, schedule.cron,
       extract(epoch from now() - greatest(schedule.created_on, max(job.completed_on)))::float8 as seconds
     from pgboss.schedule left join pgboss.job on job.name = schedule.name and job.state = 'completed'
     group by schedule.name, schedule.cron, schedule.created_on`,
  );
  for (const { name, cron, seconds } of rows)
    metrics.lateScheduledJobs.set({ name }, Math.max(0, seconds - secondsBetween(cron)));
}

/** Jobs run every few minutes, each hour or each day. */
function secondsBetween(cron: string): number {
  const [minute = '', hours] = cron.split(' ');
  if (hours !== '*') return 24 * hour;
  return minute.startsWith('*/') ? 60 * Number(minute.slice(2)) : hour;
}
