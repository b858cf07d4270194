import { PgBoss } from 'pg-boss';
import type { Context } from '../context.ts';
import { isDatabaseAway } from '../db/client.ts';
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

export type Queue = {
  /** Wakes a sweep in a worker process. A lost wake-up only delays it: sweeps also run on a timer. */
  wake(sweep: string): void;
  stop(): Promise<void>;
};

const wakeQueue = 'wake';
/** Wake-ups of one sweep within this time are merged. */
const mergeWakesMs = 50;

/** How soon the jobs of a killed process and jobs that take too long are found. */
const monitorSeconds = 10;
/** How often jobs that are done are deleted. */
const maintenanceSeconds = 300;
/** So long, a process that stops waits for what it asked of couriers and stores. Then its jobs run again elsewhere. */
const stopMs = 20_000;

/**
 * Connects to the job queue. With `work`, this process runs the jobs of all kinds and scheduled jobs, and calls `onWake`
 * for each wake-up.
 */
export async function startQueue(
  context: Omit<Context, 'wake'>,
  url: string,
  work?: {
    onWake: (sweep: string) => void;
    kinds: readonly Work[];
    scheduled: readonly ScheduledJob[];
    context: () => Context;
  },
): Promise<Queue> {
  const stopping = new AbortController();
  const boss = new PgBoss({
    connectionString: url,
    schema: 'pgboss',
    max: 5,
    migrate: false,
    createSchema: false,
    supervise: work !== undefined,
    schedule: work !== undefined,
    useListenNotify: work !== undefined,
    superviseIntervalSeconds: monitorSeconds,
    monitorIntervalSeconds: monitorSeconds,
    maintenanceIntervalSeconds: maintenanceSeconds,
    application_name: 'courierdesk-jobs',
  });
  // While the database is away, each place says so every two seconds.
  boss.on('error', (error) => {
    if (!isDatabaseAway(error)) context.log.warn({ err: error }, 'job queue failed');
  });
  await boss.start();
  await context.jobs.prepare();
  await boss.createQueue(wakeQueue, { policy: 'short', retryLimit: 0, deleteAfterSeconds: 60 });
  if (work) {
    await boss.work<{ sweep: string }>(wakeQueue, { pollingIntervalSeconds: 0.5, batchSize: 20 }, async (jobs) => {
      for (const job of jobs) work.onWake(job.data.sweep);
    });
    for (const kind of work.kinds) await runJobs(boss, work.context, kind, stopping.signal);
    for (const job of work.scheduled) {
      await boss.createQueue(job.name, { policy: 'short', retryLimit: 2, retryBackoff: true });
      await boss.schedule(job.name, job.cron);
      if (job.atStart) await boss.send(job.name);
      await boss.work(job.name, { pollingIntervalSeconds: 30 }, () => job.run(work.context()));
    }
  }
  const pendingWakes = new Set<string>();
  return {
    wake(sweep) {
      if (work) return work.onWake(sweep);
      if (pendingWakes.has(sweep)) return;
      pendingWakes.add(sweep);
      setTimeout(() => {
        pendingWakes.delete(sweep);
        boss
          .send(wakeQueue, { sweep }, { singletonKey: sweep })
          .catch((error: unknown) => context.log.warn({ err: error }, 'could not wake a sweep'));
      }, mergeWakesMs).unref();
    },
    async stop() {
      stopping.abort();
      await boss.stop({ graceful: true, timeout: stopMs, close: true });
    },
  };
}
