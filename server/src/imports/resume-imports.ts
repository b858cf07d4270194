import { performance } from 'node:perf_hooks';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { newId } from '../db/ids.ts';
import { acrossShops } from '../db/tenancy.ts';
import { claimDueRows } from '../jobs/claim-due-rows.ts';
import { leaseMs } from './finish-part.ts';
import type { ImportTable } from './queries.ts';
import { workOnImport } from './work-on-import.ts';

/** How long the worker processes one import before it takes the next one. */
const turnMs = 10_000;

/** Processes the import that has waited longest: new, paused, or left by a killed process. */
export async function resumeImports(context: Context, signal: AbortSignal): Promise<number> {
  const taken = await takeImport(context);
  if (!taken) return 0;
  const until = performance.now() + turnMs;
  await workOnImport(context, taken, {
    isTimeUp: () => signal.aborted || performance.now() > until,
    someoneWaits: false,
  });
  return 1;
}

async function takeImport(context: Context): Promise<ImportTable | undefined> {
  const now = context.clock();
  const [row] = await acrossShops(context.db, (trx) =>
    claimDueRows(trx, 'import', {
      due: sql`state = 'under-way' and next_at <= ${now} and (lease_until is null or lease_until <= ${now})`,
      orderBy: sql`next_at`,
      limit: 1,
      set: sql`lease_id = ${newId(now)}, lease_until = ${new Date(now.getTime() + leaseMs)}`,
    }),
  );
  return row;
}
