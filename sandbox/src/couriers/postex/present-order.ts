import type { Consignment, ParcelEvent } from '../parcels/consignment.ts';
import { pakistanDateTime } from '../../core/pakistan-time.ts';
import { stableHash } from '../../core/stable-hash.ts';
import { statusOf } from './statuses.ts';

/** The order of docs/contracts/postex.md, "Tracking", without the fields that are null there. */
export function presentOrder(parcel: Consignment, options: { history: boolean }) {
  const delivered = parcel.stage === 'delivered';
  const returned = parcel.stage === 'returned';
  const fee = 190 + 30 * Math.max(0, Math.ceil(parcel.weight_grams / 1000) - 1);
  const tax = Math.round(fee * 16) / 100;
  const picked = parcel.events.find((event) => event.stage === 'in_transit');
  const paid = parcel.paid_at ? pakistanDateTime(parcel.paid_at).slice(0, 10) : undefined;
  return {
    customerName: parcel.consignee.name,
    customerPhone: parcel.consignee.phone,
    deliveryAddress: parcel.consignee.address,
    invoicePayment: parcel.cod,
    ...(parcel.contents && { orderDetail: parcel.contents }),
    ...(picked && { orderPickupDate: orderTime(parcel, picked.at) }),
    ...(delivered && { orderDeliveryDate: orderTime(parcel, parcel.moved_at) }),
    orderRefNumber: parcel.reference,
    transactionTax: delivered ? tax : 0,
    transactionFee: delivered ? fee : 0,
    trackingNumber: parcel.tracking_number,
    transactionDate: orderTime(parcel, parcel.booked_at),
    upfrontPayment: 0,
    merchantName: parcel.shipper.name,
    transactionStatus: parcel.status,
    reversalTax: returned ? tax : 0,
    reversalFee: returned ? fee : 0,
    ...(paid && { reservePayment: parcel.cod, reservePaymentDate: paid }),
    balancePayment: delivered ? Math.round((parcel.cod - fee - tax) * 100) / 100 : 0,
    cityName: parcel.destination_city,
    ...(parcel.remarks && { transactionNotes: parcel.remarks }),
    ...(options.history && parcel.events.length > 0 && { transactionStatusHistory: historyOf(parcel) }),
  };
}

export const presentOrderWithPieces = (parcel: Consignment, options: { history: boolean }) => ({
  ...presentOrder(parcel, options),
  items: parcel.pieces,
  invoiceDivision: 1,
});

/** The same order in the words of get-all-order. */
export const presentListedOrder = (parcel: Consignment) => ({
  ...presentOrderWithPieces(parcel, { history: false }),
  transactionStatus: statusOf(parcel).listed,
});

/** PostEx sorts newest first for some parcels, oldest first for others. */
function historyOf(parcel: Consignment) {
  const rows = parcel.events.map((event) => historyRow(parcel, event));
  return stableHash(`${parcel.tracking_number} history`) % 2 === 0 ? rows.toReversed() : rows;
}

const historyRow = (parcel: Consignment, event: ParcelEvent) => ({
  transactionStatusMessage: event.message ?? event.status,
  ...(event.code && { transactionStatusMessageCode: event.code }),
  updatedAt: event.time ?? orderTime(parcel, event.at),
});

/** Dates come with a blank or with a T. */
function orderTime(parcel: Consignment, at: string): string {
  const written = pakistanDateTime(at);
  return stableHash(parcel.tracking_number) % 3 === 0 ? written.replace(' ', 'T') : written;
}
