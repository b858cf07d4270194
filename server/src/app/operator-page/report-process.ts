import { readFileSync } from 'node:fs';
import os from 'node:os';
import { sql } from 'kysely';
import type { Context } from '../../base/context.ts';
import { newId } from '../../base/db/ids.ts';
import { acrossShops } from '../../base/db/tenancy.ts';
import type { Sweep } from '../../base/jobs/sweeps.ts';
import { createCallWindow } from './recent-courier-calls.ts';

const everyMs = 10_000;
/** Rows of processes that ended without a word are kept so long. */
const keptFor = '1 hour';

type ProcessReport = {
  /** Writes the row of this process, for the operator's page. */
  readonly sweep: Sweep;
  /** Removes it, when the process ends. */
  end(): Promise<void>;
};

/** Times are those of the database, so that processes with wrong clocks can be compared. */
export function createProcessReport(context: Context): ProcessReport {
  const id = newId();
  const recentCalls = createCallWindow(context.metrics, () => performance.now());
  const write = async (): Promise<number> => {
    const calls = JSON.stringify(await recentCalls());
    await acrossShops(context.db, async (trx) => {
      await sql`
        insert into running_process (id, role, host, pid, version, started_at, seen_at, memory, courier_calls)
        values (${id}, ${context.config.process}, ${os.hostname()}, ${process.pid}, ${version},
                now() - make_interval(secs => ${process.uptime()}), now(), ${process.memoryUsage.rss()}, ${calls})
        on conflict (id) do update set
          seen_at = excluded.seen_at, memory = excluded.memory, courier_calls = excluded.courier_calls`.execute(trx);
      await sql`delete from running_process where seen_at < now() - ${keptFor}::interval`.execute(trx);
    });
    return 0;
  };
  return {
    sweep: { name: 'process-report', everyMs, run: write },
    async end() {
      await acrossShops(context.db, (trx) => trx.deleteFrom('running_process').where('id', '=', id).execute()).catch(
        (error: unknown) => context.log.warn({ err: error }, 'the row of this process stays for an hour'),
      );
    },
  };
}

const version = String(
  Object(JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))).version,
);
