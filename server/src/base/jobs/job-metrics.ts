import type { Context } from '../context.ts';
import { jobKinds, type JobKind } from '../db/job-kinds.ts';

/** Jobs of a kind in the queue. */
type JobCounts = {
  readonly kind: JobKind;
  /** Due later. */
  readonly waiting: number;
  readonly due: number;
  readonly oldestDueSeconds: number;
  readonly running: number;
  /** The last run failed, and another one follows. */
  readonly failing: number;
};

/** Of every kind, also where no worker runs. */
export async function jobCounts({ pool }: Pick<Context, 'pool'>): Promise<JobCounts[]> {
  const { rows } = await pool.query<Omit<JobCounts, 'kind'> & { name: string }>(
    `select name,
       count(*) filter (where state < 'active' and start_after > now()) as waiting,
       count(*) filter (where state < 'active' and start_after <= now()) as due,
       coalesce(extract(epoch from now() - min(start_after) filter (where state < 'active' and start_after <= now())), 0)
         ::float8 as "oldestDueSeconds",
       count(*) filter (where state = 'active') as running,
       count(*) filter (where state = 'retry') as failing
     from pgboss.job where name = any($1) and state <= 'active' group by name`,
    [jobKinds],
  );
  return jobKinds.map((kind) => {
    const { name: _, ...counts } = rows.find(({ name }) => name === kind) ?? none;
    return { kind, ...counts };
  });
}

const none = { name: '', waiting: 0, due: 0, oldestDueSeconds: 0, running: 0, failing: 0 };

/** Sets what `/metrics` says of the queue. */
export async function countJobs(context: Pick<Context, 'pool' | 'metrics'>): Promise<void> {
  const { metrics } = context;
  for (const { kind, due, oldestDueSeconds, failing } of await jobCounts(context)) {
    metrics.dueJobs.set({ kind }, due);
    metrics.oldestDueJob.set({ kind }, oldestDueSeconds);
    metrics.failingJobs.set({ kind }, failing);
  }
}
