import type { Context } from '../context.ts';
import { newId } from '../db/ids.ts';
import { acrossShops } from '../db/tenancy.ts';
import { askForLoadSheet, sheetLeaseMs } from './ask-for-load-sheet.ts';

/** Load sheets whose courier did not answer, or whose process was killed while it asked. */
export async function resumeLoadSheets(context: Context): Promise<number> {
  const now = context.clock();
  const taken = await acrossShops(context.db, (trx) =>
    trx
      .updateTable('load_sheet')
      .set({ lease_id: newId(now), lease_until: new Date(now.getTime() + sheetLeaseMs) })
      .where((eb) =>
        eb(
          eb.refTuple('shop_id', 'id'),
          'in',
          eb
            .selectFrom('load_sheet')
            .select(['shop_id', 'id'])
            .where('state', '=', 'asking')
            .where('lease_until', '<', now)
            .orderBy('lease_until')
            .limit(4)
            .forUpdate()
            .skipLocked()
            .$asTuple('shop_id', 'id'),
        ),
      )
      .returningAll()
      .execute(),
  );
  await Promise.all(taken.map((sheet) => askForLoadSheet(context, sheet)));
  return taken.length;
}
