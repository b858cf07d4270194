import { PgBoss } from 'pg-boss';
import { longestStopMs } from '../longest-stop.ts';
import type { Context } from '../context.ts';
import { isDatabaseAway, openPool } from '../db/client.ts';
import { onceDatabaseIsBack } from '../db/once-database-is-back.ts';
import { findDueKinds } from './find-due-kinds.ts';
import { runJobs, type Work } from './run-job.ts';

/** A job at fixed times, run once across all processes. */
export type ScheduledJob = {
  readonly name: string;
  /** A cron expression with five fields, in UTC. */
  readonly cron: string;
  /** It also runs when a worker starts. */
  readonly atStart?: boolean;
  run(context: Context): Promise<void>;
};

export type Queue = { stop(): Promise<void> };

/** Connections of a worker besides DATABASE_POOL. */
export const queueConnections = 5;

/** How often jobs that are done are deleted. */
const maintenanceSeconds = 300;

/** A job over all shops can take long. That of a killed process runs again after a missed heartbeat. */
const scheduledOptions = { retryLimit: 2, retryBackoff: true, heartbeatSeconds: 30, expireInSeconds: 6 * 3600 };

/**
 * Runs the jobs of all kinds and the scheduled jobs in this process. Jobs of a killed process and jobs that take too long are found
 * within `monitorSeconds`. A start waits for a database that goes away in the middle of it, until `signal` ends the wait.
 */
export async function startQueue(
  context: Context,
  url: string,
  work: { readonly kinds: readonly Work[]; readonly scheduled: readonly ScheduledJob[] },
  { monitorSeconds = 10, signal = new AbortController().signal } = {},
): Promise<Queue> {
  const stopping = new AbortController();
  const started = new AbortController();
  const waiting = AbortSignal.any([started.signal, signal]);
  const pool = openPool(url, { poolSize: queueConnections, applicationName: 'courierdesk-jobs' });
  const boss = new PgBoss({
    db: { executeSql: (text, values) => onceDatabaseIsBack(waiting, () => pool.query(text, values)) },
    schema: 'pgboss',
    migrate: false,
    createSchema: false,
    superviseIntervalSeconds: monitorSeconds,
    monitorIntervalSeconds: monitorSeconds,
    maintenanceIntervalSeconds: maintenanceSeconds,
  });
  // While the database is away, each place says so every two seconds.
  boss.on('error', (error) => {
    if (!isDatabaseAway(error)) context.log.warn({ err: error }, 'job queue failed');
  });
  await boss.start();
  const looks = new Map<string, () => void>();
  for (const one of work.kinds) looks.set(one.kind, await runJobs(boss, context, one, stopping.signal));
  void findDueKinds(context, (kind) => looks.get(kind)?.(), stopping.signal);
  for (const job of work.scheduled) {
    await boss.createQueue(job.name, { policy: 'short', ...scheduledOptions });
    // A version before this one may have made it.
    await boss.updateQueue(job.name, scheduledOptions);
    await boss.schedule(job.name, job.cron);
    if (job.atStart) await boss.send(job.name);
    await boss.work(job.name, { pollingIntervalSeconds: 30 }, () => runScheduled(context, job));
  }
  await endOtherSchedules(boss, work.scheduled);
  started.abort();
  return {
    async stop() {
      stopping.abort();
      await boss.stop({ graceful: true, timeout: longestStopMs });
      await pool.end();
    },
  };
}

/** A version before this one may have scheduled jobs that are gone. */
async function endOtherSchedules(boss: PgBoss, scheduled: readonly ScheduledJob[]): Promise<void> {
  const names = new Set(scheduled.map(({ name }) => name));
  for (const { name } of await boss.getSchedules()) if (!names.has(name)) await boss.unschedule(name);
}

/** pg-boss keeps the error with the job and logs nothing. */
async function runScheduled(context: Context, { name, run }: ScheduledJob): Promise<void> {
  try {
    await run(context);
  } catch (error) {
    context.log.error({ err: error, job: name }, 'scheduled job failed');
    throw error;
  }
}
