import { PrintKind, PrintNote } from '@courierdesk/contract/labels';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { addHistoryEntries } from '../record/history.ts';
import type { PrintRow } from './queries.ts';

/** Counts a print when its file is fetched for the first time: then there may be paper. Other files are not prints. */
export async function countFetchedPrint(
  context: Pick<Context, 'db' | 'clock'>,
  shopId: string,
  fileId: string,
): Promise<void> {
  const now = context.clock();
  await withShop(context.db, shopId, async (trx) => {
    const print = await trx
      .updateTable('label_print')
      .set({ fetched_at: now })
      .where('shop_id', '=', shopId)
      .where('file_id', '=', fileId)
      .where('fetched_at', 'is', null)
      .returningAll()
      .executeTakeFirst();
    if (!print) return;
    await countParcels(trx, print, now);
    await countLoadSheets(trx, print, now);
  });
}

async function countParcels(trx: Db, print: PrintRow, now: Date): Promise<void> {
  const kind = PrintKind.parse(print.kind);
  const notPrinted = new Set(
    z
      .array(PrintNote)
      .parse(print.notes)
      .flatMap((note) => (note.printed ? [] : [note.shipment_id])),
  );
  // Some may have been deleted since.
  const { rows } = await sql<{ shipment_id: string; times: number }>`
    insert into shipment_print as p (shop_id, shipment_id, kind, times, first_at, last_at, last_by)
    select shop_id, id, ${kind}, 1, ${now}, ${now}, ${print.asked_by} from shipment
    where shop_id = ${print.shop_id} and id = any(${print.shipment_ids.filter((id) => !notPrinted.has(id))})
    on conflict (shop_id, shipment_id, kind)
    do update set times = p.times + 1, last_at = excluded.last_at, last_by = excluded.last_by
    returning shipment_id, times`.execute(trx);
  const what = kind === 'airway-bill' ? 'Airway bill printed' : 'Packing slip printed';
  await addHistoryEntries(
    trx,
    print.shop_id,
    rows.map(({ shipment_id: shipmentId, times }) => ({
      shipmentId,
      at: now,
      who: print.asked_by,
      what: times > 1 ? `${what} again` : what,
    })),
  );
}

async function countLoadSheets(trx: Db, print: PrintRow, now: Date): Promise<void> {
  if (print.load_sheet_ids.length === 0) return;
  await trx
    .updateTable('load_sheet')
    .set({ prints: sql<number>`prints + 1`, last_printed_at: now })
    .where('shop_id', '=', print.shop_id)
    .where('id', 'in', print.load_sheet_ids)
    .execute();
}
