import type { SandboxContext } from '../../core/sandbox-context.ts';
import type { Answer } from '../http/answer.ts';
import { malformed } from '../http/answer.ts';
import type { Consignment } from '../parcels/consignment.ts';
import { consignmentBook } from '../parcels/consignment-book.ts';
import type { Fields } from '../http/fields.ts';
import { text } from '../http/fields.ts';
import { isDay, pakistanTime } from '../../core/pakistan-time.ts';
import type { TcsAccount } from './accounts.ts';
import { consignmentOf } from './bookings.ts';
import { tcsCityByName } from './cities.ts';
import { noDetail, withTraceId } from './envelope.ts';

/** docs/contracts/tcs.md, "Payments"; the keys have blanks in them. */
export function paymentStatus(context: SandboxContext, account: TcsAccount, fields: Fields): Answer {
  const number = text(fields, 'consignmentno') || text(fields, 'cnno');
  const parcel = text(fields, 'customerno') === account.customerno && consignmentOf(context, account, number);
  if (!parcel) return noDetail('Invalid CN');
  return withTraceId({ detail: [paymentRow(parcel)], message: 'SUCCESS', status: 'true' });
}

/** docs/contracts/tcs.md, "Looking up a booking": lists a consignment only once it has been scanned. */
export function paymentDetail(context: SandboxContext, account: TcsAccount, fields: Fields): Answer {
  const parcels = findParcels(context, account, fields);
  if (typeof parcels === 'string') return malformed(parcels, noDetail(parcels));
  const scannedParcels = parcels.filter((parcel) => parcel.events.length > 0);
  if (scannedParcels.length === 0) return noDetail('No Data Found');
  return withTraceId({ detail: scannedParcels.map(paymentRow), message: 'SUCCESS', status: 'true' });
}

/** docs/contracts/tcs.md, "Looking up a booking": all consignments of those days, with our reference as `order no`. */
export function bulkInquiry(context: SandboxContext, account: TcsAccount, fields: Fields): Answer {
  const parcels = findParcels(context, account, fields);
  if (typeof parcels === 'string') return malformed(parcels, noDetail(parcels));
  if (parcels.length === 0) return noDetail('No Data Found');
  return withTraceId({ detail: parcels.map(inquiryRow), message: 'SUCCESS', status: 'true' });
}

function findParcels(context: SandboxContext, account: TcsAccount, fields: Fields): Consignment[] | string {
  const from = text(fields, 'fromdate');
  const to = text(fields, 'todate');
  if (!isDay(from) || !isDay(to)) return 'Invalid Date';
  if (text(fields, 'customerno') !== account.customerno) return [];
  return consignmentBook(context).bookedBetween('TCS', account.tcsaccount, from, to);
}

function paymentRow(parcel: Consignment) {
  return {
    'booking date': slashedDate(parcel.booked_at),
    'cn by courier': parcel.tracking_number,
    'cn status': statusCode(parcel),
    'order no': parcel.reference,
    'payment status': parcel.paid_at ? 'Y' : 'N',
    'amount paid': parcel.paid_at ? parcel.cod : 0,
    'parcel weight': parcel.weight_grams / 1000,
    city: tcsCityByName.get(parcel.destination_city)?.citycode ?? parcel.destination_city,
    'delivery charges': chargesOf(parcel),
    'delivery date': parcel.stage === 'delivered' ? slashedDate(parcel.moved_at) : null,
    'payment date': parcel.paid_at ? slashedDate(parcel.paid_at) : null,
    'cod amount': parcel.cod,
    'fuel surcharge': Math.round(chargesOf(parcel) * 0.15),
    'sales tax': Math.round(chargesOf(parcel) * 0.16),
  };
}

function inquiryRow(parcel: Consignment) {
  return {
    'booking date': slashedDate(parcel.booked_at),
    'cn by courier': parcel.tracking_number,
    'cn status': statusCode(parcel),
    'order no': parcel.reference,
    'cod amount': parcel.cod,
    'parcel weight': parcel.weight_grams / 1000,
    city: tcsCityByName.get(parcel.destination_city)?.citycode ?? parcel.destination_city,
    servicecharges: chargesOf(parcel),
  };
}

function statusCode(parcel: Consignment): string {
  if (parcel.cancelled) return 'CANCELLED';
  return (
    parcel.events.findLast((event) => event.code !== undefined)?.code ??
    (parcel.stage === 'booked' ? 'BOOKED' : 'IN TRANSIT')
  );
}

const chargesOf = (parcel: Consignment): number => 116 + 40 * Math.max(0, Math.ceil(parcel.weight_grams / 1000) - 1);

function slashedDate(at: string): string {
  const { day, month, year } = pakistanTime(at);
  return `${day}/${month}/${year}`;
}
