import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { acrossShops } from '../db/tenancy.ts';
import { claimDueRows } from '../jobs/claim-due-rows.ts';
import { newId } from '../db/ids.ts';
import type { PrintRow } from './queries.ts';
import { printLeaseMs, renderPrint } from './render-print.ts';

const maxTries = 4;

/** Resumes prints of a process that was killed or failed. */
export async function resumePrints(context: Context): Promise<number> {
  const now = context.clock();
  const taken = await acrossShops(context.db, (trx) =>
    claimDueRows(trx, 'label_print', {
      due: sql`state = 'under-way' and lease_until < ${now}`,
      orderBy: sql`lease_until`,
      limit: 1,
      set: sql`tries = tries + 1, state = case when tries < ${maxTries} then 'under-way' else 'failed' end,
        lease_id = ${newId(now)}, lease_until = ${new Date(now.getTime() + printLeaseMs)}`,
    }),
  );
  for (const print of taken) await resume(context, print);
  return taken.length;
}

async function resume(context: Context, print: PrintRow): Promise<void> {
  if (print.state === 'failed') return;
  try {
    await renderPrint(context, print);
  } catch (error) {
    context.log.error({ err: error, print: print.id, tries: print.tries }, 'could not render a print');
  }
}
