import { companyName } from '@courierdesk/contract/companies';
import { formatShort } from '@courierdesk/contract/dates';
import { Company } from '@courierdesk/contract/companies';
import { sql } from 'kysely';
import type { UserActor } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import type { Context } from '../context.ts';
import { withShop } from '../db/tenancy.ts';
import { readFile } from '../files/read-file.ts';
import { giveTicket } from '../files/tickets.ts';
import { writeFile } from '../files/write-file.ts';
import { wholeCod } from '../shipments/present.ts';
import { sheetById, shipmentsOnSheet, type SheetRow } from './load-sheet-queries.ts';
import { drawLoadSheet } from './paper/load-sheet-paper.ts';
import { twoCopies } from './paper/two-copies.ts';

const keptMs = 3_600_000;

/** Two copies, counted: from the second time on it says that it is a re-print. */
export async function printLoadSheet(
  context: Context,
  actor: UserActor,
  id: string,
): Promise<{ ticket: string; sheet: SheetRow }> {
  const sheet = await withShop(context.db, actor.shopId, async (trx) => {
    const { account_name } = await sheetById(trx, actor.shopId, id);
    const now = context.clock();
    const printed = await trx
      .updateTable('load_sheet')
      .set({ prints: sql<number>`prints + 1`, last_printed_at: now })
      .where('shop_id', '=', actor.shopId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await recordAuditEvent(trx, actor, {
      at: now,
      action: 'load-sheet.printed',
      subjectKind: 'load_sheet',
      subjectId: id,
      detail: { number: printed.number, times: printed.prints },
    });
    return { ...printed, account_name };
  });
  const fileId = await writeFile(
    context,
    {
      shopId: actor.shopId,
      name: `load-sheet-${sheet.number}.pdf`,
      contentType: 'application/pdf',
      expiresAt: new Date(context.clock().getTime() + keptMs),
    },
    [await paperOf(context, actor, sheet)],
  );
  const ticket = await withShop(context.db, actor.shopId, (trx) =>
    giveTicket(trx, actor.shopId, fileId, context.clock()),
  );
  return { ticket, sheet };
}

async function paperOf(context: Context, actor: UserActor, sheet: SheetRow): Promise<Uint8Array> {
  const { timeZone } = actor.shop;
  const now = context.clock();
  const made = formatShort(sheet.created_at, timeZone, now);
  const reprint = sheet.prints > 1 ? `Re-print ${sheet.prints - 1}, ${formatShort(now, timeZone, now)}` : '';
  const courierPdf = sheet.file_id ? await readFile(context, sheet.shop_id, sheet.file_id) : undefined;
  const copies = courierPdf && (await twoCopies(courierPdf, `Load sheet ${sheet.number}, made ${made}`, reprint));
  if (copies) return copies;
  const shipments = await withShop(context.db, sheet.shop_id, (trx) => shipmentsOnSheet(trx, sheet.shop_id, sheet.id));
  return drawLoadSheet({
    number: sheet.number,
    shop: actor.shop.name,
    courier: companyName[Company.parse(sheet.company)],
    accountName: sheet.account_name,
    made,
    madeBy: sheet.made_by,
    reprint,
    rows: shipments.map((shipment) => ({
      trackingNumber: shipment.tracking_number ?? '',
      orderNames: shipment.order_name,
      consignee: shipment.consignee_name,
      city: shipment.destination_city,
      pieces: shipment.pieces,
      weight: shipment.weight,
      cod: wholeCod(shipment),
    })),
  });
}
