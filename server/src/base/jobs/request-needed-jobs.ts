import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { acrossShops, withShop } from '../db/tenancy.ts';
import type { ScheduledJob } from './queue.ts';
import type { Work } from './run-job.ts';

/** Requests the jobs that rows need and that are missing, for example after a backup was restored. */
export async function requestNeededJobs(context: Pick<Context, 'db' | 'jobs'>, works: readonly Work[]): Promise<void> {
  for (const { kind, needed } of works) {
    const { jobs, existing } = await acrossShops(context.db, async (trx) => ({
      jobs: await needed(trx),
      existing: await sql<{ key: string }>`
        select singleton_key as key from pgboss.job where name = ${kind} and state <= 'active'`.execute(trx),
    }));
    const keys = new Set(existing.rows.map(({ key }) => key));
    for (const job of jobs)
      if (!keys.has(job.key ?? job.shopId))
        await withShop(context.db, job.shopId, (trx) => context.jobs.request(trx, kind, job));
  }
}

export const neededJobsJob = (works: readonly Work[]): ScheduledJob => ({
  name: 'jobs.request-needed',
  cron: '*/10 * * * *',
  atStart: true,
  run: (context) => requestNeededJobs(context, works),
});
