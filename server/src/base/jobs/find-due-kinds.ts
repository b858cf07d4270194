import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../context.ts';
import { isDatabaseAway } from '../db/client.ts';

const everyMs = 200;

/** A job of a key waits while another one of that key runs or waits for its next try. */
const dueKinds = `
  select distinct name as kind from pgboss.job as due
  where state < 'active' and not blocked and start_after <= now() and not exists (
    select from pgboss.job as earlier
    where earlier.name = due.name and earlier.singleton_key = due.singleton_key
      and earlier.state in ('active', 'retry', 'failed') and earlier.policy = 'key_strict_fifo' and earlier.id <> due.id)`;

/**
 * Asks five times a second which kinds have a job that is due, and calls `found` with each. One small statement for all kinds: those
 * with which places look for their next job take ten times as long, most of it for planning.
 */
export async function findDueKinds(
  { pool, log }: Pick<Context, 'pool' | 'log'>,
  found: (kind: string) => void,
  stopping: AbortSignal,
): Promise<void> {
  while (!stopping.aborted) {
    try {
      const { rows } = await pool.query<{ kind: string }>(dueKinds);
      for (const { kind } of rows) found(kind);
    } catch (error) {
      if (!isDatabaseAway(error)) log.warn({ err: error }, 'could not look for due jobs');
    }
    await pause(everyMs, undefined, { signal: stopping }).catch(() => undefined);
  }
}
