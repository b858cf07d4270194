import { setTimeout as pause } from 'node:timers/promises';
import type { JobWithMetadata, PgBoss } from 'pg-boss';
import type { Context } from '../context.ts';
import { isDatabaseAway, isNodeAway, type Db } from '../db/client.ts';
import { onceDatabaseIsBack } from '../db/once-database-is-back.ts';
import { withShop } from '../db/tenancy.ts';
import { inNewTrace } from '../tracing/tracing.ts';
import type { JobKind } from '../db/job-kinds.ts';
import type { Job } from '../db/job-requests.ts';

/** The work of a kind. */
export type Work = {
  readonly kind: JobKind;
  /** How many jobs a process runs at once. */
  readonly atOnce: number;
  /** How many jobs of one shop run at once, in all processes. */
  readonly atOncePerShop: number;
  /**
   * Does what is due of one job and returns when more will be due. Ends soon after `signal`. If it throws, the job runs
   * again after a pause that grows. New requests for the job wait until then.
   */
  run(context: Context, job: Required<Job>, signal: AbortSignal): Promise<Date | undefined>;
  /** Jobs that rows need. Those that are missing are requested when a worker starts, and every ten minutes. */
  needed(trx: Db): Promise<(Job & { readonly at: Date })[]>;
};

/** Jobs that failed run after all others, so that stores that do not respond never delay the other shops. */
const failedPriority = -1;

/** Runs jobs of a kind until the queue stops. Jobs end soon after `stopping`. Returns how to say that a job may be due. */
export async function runJobs(boss: PgBoss, context: Context, work: Work, stopping: AbortSignal): Promise<() => void> {
  // We notify one place when it should look. All of them polling would be costly: each look plans a large statement.
  const options = { includeMetadata: true, groupConcurrency: work.atOncePerShop, pollingIntervalSeconds: 60 } as const;
  const places: string[] = [];
  const busy = new Set<string>();
  /** One place looks for the others. When it finds a job, the next one looks. */
  const look = (): void => {
    const idle = places.find((id) => !busy.has(id));
    if (idle) boss.notifyWorker(idle);
  };
  for (let place = 0; place < work.atOnce; place += 1) {
    // The second half of the places is never taken by jobs that failed.
    const minPriority = place < work.atOnce / 2 ? {} : { minPriority: failedPriority + 1 };
    const id: string = await boss.work(work.kind, { ...options, ...minPriority }, async ([job]) => {
      busy.add(id);
      look();
      try {
        if (job) await runJob(boss, context, work, { ...job, signal: AbortSignal.any([job.signal, stopping]) });
      } finally {
        busy.delete(id);
        // There may be more: look at once.
        boss.notifyWorker(id);
      }
    });
    places.push(id);
  }
  return look;
}

/** Runs one job that was fetched. pg-boss completes it afterwards, unless it failed. */
export async function runJob(boss: PgBoss, context: Context, work: Work, job: JobWithMetadata<unknown>): Promise<void> {
  const { kind } = work;
  const shopId = job.groupId ?? '';
  const key = job.singletonKey ?? shopId;
  const step = { name: `job ${kind}`, attributes: { 'courierdesk.shop': shopId } };
  // The database's clock may be ahead of ours, by which the work looks for what is due.
  const earlyMs = Math.min(job.startAfter.getTime() - context.clock().getTime(), maxEarlyMs);
  if (earlyMs > 0) await pause(earlyMs, undefined, { signal: job.signal }).catch(() => undefined);
  try {
    // When the database was away, the work is due again as soon as it is back. For a node of a cluster it waits like other failed work,
    // so that it takes no places from shops on other nodes.
    const next = await inNewTrace(step, () => work.run(context, { shopId, key }, job.signal)).catch(
      (error: unknown) => {
        if (isDatabaseAway(error) && !isNodeAway(error)) return new Date(context.clock().getTime() + lookAgainMs);
        throw error;
      },
    );
    if (next)
      await onceDatabaseIsBack(job.signal, () =>
        withShop(context.db, shopId, (trx) => context.jobs.request(trx, kind, { shopId, key, at: next })),
      );
    context.metrics.jobs.inc({ kind, outcome: 'done' });
  } catch (error) {
    context.metrics.jobs.inc({ kind, outcome: 'failed' });
    context.log.warn({ err: error, kind, shopId, key, tries: job.retryCount + 1 }, 'job failed and will run again');
    await boss.fail(kind, job, error instanceof Error ? { message: error.message } : {});
    await boss.update(kind, undefined, { id: job.id, priority: failedPriority });
  }
}

const lookAgainMs = 1_000;
const maxEarlyMs = 10_000;
