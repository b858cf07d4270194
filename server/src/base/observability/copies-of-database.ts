import type { Pool } from 'pg';
import type { Metrics } from './metrics.ts';

type Copies = {
  /** Replication slots, and `archive_command` if the database archives its log. */
  readonly known: readonly string[];
  /** Those of them that nobody reads, or that failed last. */
  readonly stopped: readonly string[];
};

/** Backups and standbys follow the database through these. */
export async function copiesOfDatabase({ pool }: { pool: Pool }): Promise<Copies> {
  const { rows } = await pool.query<{ name: string; stopped: boolean }>(
    `select slot_name::text as name, not active as stopped from pg_replication_slots
     union all
     select 'archive_command', coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false)
     from pg_stat_archiver where current_setting('archive_mode') <> 'off'
     order by name`,
  );
  return {
    known: rows.map(({ name }) => name),
    stopped: rows.filter(({ stopped }) => stopped).map(({ name }) => name),
  };
}

/** Sets what `/metrics` says of them. */
export async function countStoppedCopies(context: { pool: Pool; metrics: Metrics }): Promise<void> {
  context.metrics.stoppedCopies.set((await copiesOfDatabase(context)).stopped.length);
}
