import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { newId } from '../db/ids.ts';
import { acrossShops } from '../db/tenancy.ts';
import { claimDueRows } from '../jobs/claim-due-rows.ts';
import { requestLoadSheet, sheetLeaseMs } from './request-load-sheet.ts';

/** Requests load sheets again whose courier did not answer or whose process was killed. */
export async function resumeLoadSheets(context: Context): Promise<number> {
  const now = context.clock();
  const taken = await acrossShops(context.db, (trx) =>
    claimDueRows(trx, 'load_sheet', {
      due: sql`state = 'asking' and lease_until < ${now}`,
      orderBy: sql`lease_until`,
      limit: 4,
      set: sql`lease_id = ${newId(now)}, lease_until = ${new Date(now.getTime() + sheetLeaseMs)}`,
    }),
  );
  await Promise.all(taken.map((sheet) => requestLoadSheet(context, sheet)));
  return taken.length;
}
