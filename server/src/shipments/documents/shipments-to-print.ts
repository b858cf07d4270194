import { courierName } from '@courierdesk/contract/companies';
import { formatShort } from '@courierdesk/contract/dates';
import type { PrintKind } from '@courierdesk/contract/labels';
import type { Context } from '../../base/context.ts';
import type { AccountRow } from '../../shop/courier-accounts/load-account.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { wholeCod } from '../record/shipment-state.ts';
import type { ShipmentLine, ShipmentRow } from '../record/shipment-row.ts';
import { shipperOn } from './shipper-on-label.ts';
import type { ShipmentDetails } from './pdf/shipment-details.ts';
import type { LabelSettings } from '@courierdesk/contract/shop-look';
import { lookOf } from '../../shop/look/find-look.ts';
import { accountsOf, linesOfShipments, printsOf, shipmentsInOrder, shopOf } from './queries.ts';
import { trackingLink } from '../record/tracking-link.ts';

/** A parcel and the data for its documents. Without an account it was booked elsewhere and cannot be printed. */
export type PrintedShipment = {
  readonly shipment: ShipmentRow;
  readonly account: AccountRow | undefined;
  readonly details: ShipmentDetails;
};

type Shop = Awaited<ReturnType<typeof shopOf>>;

/** Reads the data for the documents of these shipments, in the given order, with six queries. */
export async function shipmentsToPrint(
  context: Pick<Context, 'db' | 'clock' | 'config'>,
  shopId: string,
  ids: readonly string[],
  kind: PrintKind,
): Promise<PrintedShipment[]> {
  const found = await withShop(context.db, shopId, async (trx) => {
    const shipments = await shipmentsInOrder(trx, shopId, ids);
    return {
      shipments,
      accounts: await accountsOf(trx, shopId, shipments),
      lines: await linesOfShipments(trx, shopId, ids),
      prints: await printsOf(trx, shopId, ids, kind),
      shop: await shopOf(trx, shopId),
      labels: (await lookOf(trx, shopId)).labels,
    };
  });
  const { shop, labels } = found;
  const now = context.clock();
  return found.shipments.map((shipment) => {
    const account = shipment.account_id === null ? undefined : found.accounts.get(shipment.account_id);
    const before = found.prints.get(shipment.id);
    const reprint = before
      ? `Re-print ${before.times}, first printed ${formatShort(before.first_at, shop.time_zone, now)}`
      : '';
    const lines = found.lines.get(shipment.id) ?? [];
    return { shipment, account, details: detailsOf(context, { shipment, account, lines, shop, labels, reprint, now }) };
  });
}

function detailsOf(
  context: Pick<Context, 'config'>,
  {
    shipment,
    account,
    lines,
    shop,
    labels,
    reprint,
    now,
  }: {
    shipment: ShipmentRow;
    account: AccountRow | undefined;
    lines: readonly ShipmentLine[];
    shop: Shop;
    labels: LabelSettings;
    reprint: string;
    now: Date;
  },
): ShipmentDetails {
  const number = shipment.tracking_number ?? '';
  const phones = [shipment.consignee_phone, shipment.consignee_phone2, shipment.consignee_phone3];
  return {
    shipmentId: shipment.id,
    courier: courierName(shipment.company),
    accountName: account?.name ?? '',
    trackingNumber: number,
    reference: shipment.reference,
    orderNames: shipment.order_name,
    booked: formatShort(shipment.booked_at ?? shipment.created_at, shop.time_zone, now),
    cod: wholeCod(shipment),
    weight: shipment.weight,
    pieces: shipment.pieces,
    consignee: {
      name: shipment.consignee_name,
      phones: phones.filter(Boolean).join(', '),
      address: shipment.consignee_address,
    },
    city: shipment.destination_city,
    products: shipment.products_list,
    remarks: shipment.remarks,
    lines: lines.map((line) => ({
      title: line.title,
      variant: line.variantTitle,
      sku: line.sku,
      quantity: line.quantity,
    })),
    ...shipperOn(labels, account?.fields ?? {}),
    trackingUrl: trackingLink(context.config, shipment),
    reprint,
  };
}
