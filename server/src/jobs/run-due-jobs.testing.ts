import { PgBoss } from 'pg-boss';
import type { Context } from '../context.ts';
import { runJob, type Work } from './run-job.ts';

/** Runs the jobs that are due by the product's clock, one after the other. */
export async function runDueJobs(context: Context, work: Work): Promise<void> {
  const { kind } = work;
  const executeSql = (text: string, values?: unknown[]) => context.pool.query(text, values);
  const boss = new PgBoss({ db: { executeSql }, schema: 'pgboss' });
  // The queue reads the database's clock, so the jobs that are due by ours are marked.
  const markDue = (states: readonly string[]) =>
    executeSql(
      `update pgboss.job set priority = $4, start_after = least(start_after, now())
       where name = $1 and state::text = any($2) and start_after <= $3`,
      [kind, states, context.clock(), duePriority],
    );
  await markDue(['created', 'retry']);
  for (;;) {
    const [job] = await boss.fetch(kind, {
      includeMetadata: true,
      groupConcurrency: work.atOncePerShop,
      minPriority: duePriority,
    });
    if (!job) return;
    await runJob(boss, context, work, { ...job, signal: new AbortController().signal });
    await boss.complete(kind, job);
    // What failed is not tried again now.
    await markDue(['created']);
  }
}

const duePriority = 100;
