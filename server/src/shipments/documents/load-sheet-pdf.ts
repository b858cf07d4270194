import { Company, companyName } from '@courierdesk/contract/companies';
import { formatShort } from '@courierdesk/contract/dates';
import type { Context } from '../../base/context.ts';
import { loadAccount } from '../../shop/courier-accounts/load-account.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { readFile } from '../../base/files/read-file.ts';
import type { ShipmentRow } from '../record/shipment-row.ts';
import { wholeCod } from '../record/shipment-state.ts';
import { lookOf } from '../../shop/look/find-look.ts';
import { sheetLogo } from '../../shop/look/paper-logos.ts';
import { draw } from './draw.ts';
import { shipmentsPutOnSheet, type SheetRow } from './load-sheet-queries.ts';
import { shipperOn } from './shipper-on-label.ts';

/**
 * A load sheet as a PDF with two copies. From the second print on, the PDF says so. What our own paper cannot show becomes a
 * note of the load sheet.
 */
export async function loadSheetPdf(context: Context, timeZone: string, sheet: SheetRow): Promise<Uint8Array> {
  const now = context.clock();
  const made = formatShort(sheet.created_at, timeZone, now);
  const reprint = sheet.prints > 0 ? `Re-print ${sheet.prints}, ${formatShort(now, timeZone, now)}` : '';
  const { put, account, labels, logo } = await withShop(context.db, sheet.shop_id, async (trx) => ({
    put: await shipmentsPutOnSheet(trx, sheet.shop_id, sheet.id),
    account: await loadAccount(trx, sheet.shop_id, sheet.account_id),
    labels: (await lookOf(trx, sheet.shop_id)).labels,
    logo: await sheetLogo(trx, sheet.shop_id),
  }));
  const isCancelled = ({ status }: ShipmentRow): boolean => status === 'CANCELLED';
  const courierPdf = sheet.file_id ? await readFile(context, sheet.shop_id, sheet.file_id) : undefined;
  const copies =
    courierPdf &&
    (await draw(context, sheet.shop_id, 'duplicateLoadSheet', {
      bytes: courierPdf,
      foot: [`Load sheet ${sheet.number}, made ${made}`, reprint],
      warning: warningOf(put.filter(isCancelled)),
    }));
  if (copies) return copies;
  const courier = companyName[Company.parse(sheet.company)];
  const { shipper } = shipperOn({ ...labels, label_parts: labels.sheet_parts }, account?.fields ?? {});
  const { pdf, notes } = await draw(context, sheet.shop_id, 'drawLoadSheet', {
    number: sheet.number,
    shop: shipper.name,
    contact: [shipper.phone, shipper.address].filter(Boolean).join(', '),
    logo,
    courier,
    accountName: sheet.account_name,
    made,
    madeBy: sheet.made_by,
    reprint,
    warning: sheet.state === 'ready' ? '' : `${courier} has not confirmed this load sheet.`,
    rows: put
      .filter((shipment) => !isCancelled(shipment))
      .map((shipment) => ({
        trackingNumber: shipment.tracking_number ?? '',
        orderNames: shipment.order_name,
        consignee: shipment.consignee_name,
        city: shipment.destination_city,
        pieces: shipment.pieces,
        weight: shipment.weight,
        cod: wholeCod(shipment),
      })),
  });
  await addNotes(context, sheet, notes);
  return pdf;
}

async function addNotes(context: Context, sheet: SheetRow, notes: readonly string[]): Promise<void> {
  const added = notes.filter((note) => !sheet.note.includes(note));
  if (added.length === 0) return;
  await withShop(context.db, sheet.shop_id, (trx) =>
    trx
      .updateTable('load_sheet')
      .set({ note: [sheet.note, ...added].filter(Boolean).join(' ') })
      .where('shop_id', '=', sheet.shop_id)
      .where('id', '=', sheet.id)
      .execute(),
  );
}

/** More would leave too little of the paper to the courier's list. */
const maxNamed = 60;

/** On the courier's own paper, which still lists these parcels. */
function warningOf(cancelled: readonly ShipmentRow[]): string {
  if (cancelled.length === 0) return '';
  const numbers = cancelled.slice(0, maxNamed).map((one) => one.tracking_number ?? one.deleted_number ?? '');
  const more = cancelled.length > maxNamed ? ` and ${cancelled.length - maxNamed} more` : '';
  return `Cancelled since, do not hand over: ${numbers.join(', ')}${more}`;
}
