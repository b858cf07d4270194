import { Company, companyName } from '@courierdesk/contract/companies';
import type { LabelSettings } from '@courierdesk/contract/shop-look';
import { formatShort } from '@courierdesk/contract/dates';
import type { Context } from '../context.ts';
import { withShop } from '../db/tenancy.ts';
import { readFile } from '../files/read-file.ts';
import { wholeCod } from '../shipments/shipment-state.ts';
import { lookOf } from '../shop-look/find-look.ts';
import { sheetLogo } from '../shop-look/paper-logos.ts';
import { shipmentsOnSheet, type SheetRow } from './load-sheet-queries.ts';
import { drawLoadSheet } from './pdf/load-sheet.ts';
import { duplicateLoadSheet } from './pdf/two-copies.ts';

/**
 * A load sheet as a PDF with two copies. `sheet.prints` includes this print; from the second print on, the PDF says so.
 */
export async function loadSheetPdf(context: Context, timeZone: string, sheet: SheetRow): Promise<Uint8Array> {
  const now = context.clock();
  const made = formatShort(sheet.created_at, timeZone, now);
  const reprint = sheet.prints > 1 ? `Re-print ${sheet.prints - 1}, ${formatShort(now, timeZone, now)}` : '';
  const courierPdf = sheet.file_id ? await readFile(context, sheet.shop_id, sheet.file_id) : undefined;
  const copies =
    courierPdf && (await duplicateLoadSheet(courierPdf, `Load sheet ${sheet.number}, made ${made}`, reprint));
  if (copies) return copies;
  const { shipments, labels, logo } = await withShop(context.db, sheet.shop_id, async (trx) => ({
    shipments: await shipmentsOnSheet(trx, sheet.shop_id, sheet.id),
    labels: (await lookOf(trx, sheet.shop_id)).labels,
    logo: await sheetLogo(trx, sheet.shop_id),
  }));
  return drawLoadSheet({
    number: sheet.number,
    shop: labels.shipper_name,
    contact: contactOn(labels),
    logo,
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

/** The shipper's phone and address, without the parts that the shop leaves out. */
function contactOn({ sheet_parts, shipper_phone, shipper_address, shipper_city }: LabelSettings): string {
  const phone = sheet_parts.includes('phone') ? shipper_phone : '';
  const address = sheet_parts.includes('address') ? [shipper_address, shipper_city] : [];
  return [phone, ...address].filter(Boolean).join(', ');
}
