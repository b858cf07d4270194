import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { newId } from '../db/ids.ts';
import { acrossShops } from '../db/tenancy.ts';
import { claimDueRows } from '../jobs/claim-due-rows.ts';
import { runPool } from '../jobs/run-pool.ts';
import type { PrintRow } from './queries.ts';
import { printLeaseMs, renderPrint } from './render-print.ts';

const maxTries = 4;
/** A print of 2,000 couriers' labels is put together in memory, so not many at once. */
const printsAtOnce = 2;

/** Renders large prints, and those of a process that was killed or failed. */
export function workOnPrints(context: Context, signal: AbortSignal): Promise<number> {
  return runPool({
    size: printsAtOnce,
    next: () => takePrint(context),
    work: (print) => render(context, print),
    signal,
  });
}

async function takePrint(context: Context): Promise<PrintRow | undefined> {
  const now = context.clock();
  const [print] = await acrossShops(context.db, (trx) =>
    claimDueRows(trx, 'label_print', {
      due: sql`state = 'under-way' and lease_until <= ${now}`,
      orderBy: sql`lease_until`,
      limit: 1,
      set: sql`tries = tries + 1, state = case when tries < ${maxTries} then 'under-way' else 'failed' end,
        lease_id = ${newId(now)}, lease_until = ${new Date(now.getTime() + printLeaseMs)}`,
    }),
  );
  return print;
}

async function render(context: Context, print: PrintRow): Promise<void> {
  if (print.state === 'failed') return;
  try {
    await renderPrint(context, print);
  } catch (error) {
    context.log.error({ err: error, print: print.id, tries: print.tries }, 'could not render a print');
  }
}
