import { courierName } from '@courierdesk/contract/companies';
import { formatShort } from '@courierdesk/contract/dates';
import type { PrintKind } from '@courierdesk/contract/labels';
import type { Context } from '../context.ts';
import type { AccountRow } from '../courier-accounts/load-account.ts';
import { withShop } from '../db/tenancy.ts';
import { wholeCod } from '../shipments/shipment-state.ts';
import type { ShipmentLine, ShipmentRow } from '../shipments/shipment-row.ts';
import type { ParcelDetails } from './pdf/parcel-details.ts';
import { accountsOf, linesOfShipments, printsOf, shipmentsInOrder, shopOf } from './queries.ts';
import { trackingLink } from '../shipments/tracking-link.ts';

/** A parcel and the data for its documents. Without an account it was booked elsewhere and cannot be printed. */
export type Parcel = {
  readonly shipment: ShipmentRow;
  readonly account: AccountRow | undefined;
  readonly details: ParcelDetails;
};

type Shop = Awaited<ReturnType<typeof shopOf>>;

/** Reads the data for the documents of these shipments, in the given order, with five queries. */
export async function parcelsToPrint(
  context: Pick<Context, 'db' | 'clock' | 'config'>,
  shopId: string,
  ids: readonly string[],
  kind: PrintKind,
): Promise<Parcel[]> {
  const found = await withShop(context.db, shopId, async (trx) => {
    const shipments = await shipmentsInOrder(trx, shopId, ids);
    return {
      shipments,
      accounts: await accountsOf(trx, shopId, shipments),
      lines: await linesOfShipments(trx, shopId, ids),
      prints: await printsOf(trx, shopId, ids, kind),
      shop: await shopOf(trx, shopId),
    };
  });
  const { shop } = found;
  const now = context.clock();
  return found.shipments.map((shipment) => {
    const account = shipment.account_id === null ? undefined : found.accounts.get(shipment.account_id);
    const before = found.prints.get(shipment.id);
    const reprint = before
      ? `Re-print ${before.times}, first printed ${formatShort(before.first_at, shop.time_zone, now)}`
      : '';
    const lines = found.lines.get(shipment.id) ?? [];
    return { shipment, account, details: detailsOf(context, shipment, account, lines, shop, reprint, now) };
  });
}

function detailsOf(
  context: Pick<Context, 'config'>,
  shipment: ShipmentRow,
  account: AccountRow | undefined,
  lines: readonly ShipmentLine[],
  shop: Shop,
  reprint: string,
  now: Date,
): ParcelDetails {
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
    shipper: shipperOf(account, shop),
    trackingUrl: trackingLink(context.config, shipment),
    reprint,
  };
}

/** The shipper from the account's settings if its courier has such settings, otherwise the shop. */
function shipperOf(account: AccountRow | undefined, shop: Shop): ParcelDetails['shipper'] {
  const fields = account?.fields ?? {};
  const shopAddress = [shop.address, shop.city].filter(Boolean).join(', ');
  const ownAddress = [fields['shipper_address'], fields['shipper_city']].filter(Boolean).join(', ');
  return {
    name: fields['shipper_name'] || shop.name,
    phone: fields['shipper_mobile'] || shop.phone,
    address: ownAddress || shopAddress,
  };
}
