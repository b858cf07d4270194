import type { SandboxContext } from '../../core/sandbox-context.ts';
import type { Answer } from '../http/answer.ts';
import { malformed } from '../http/answer.ts';
import type { Consignment, ParcelEvent } from '../parcels/consignment.ts';
import { consignmentBook } from '../parcels/consignment-book.ts';
import type { Fields } from '../http/fields.ts';
import { text, texts } from '../http/fields.ts';
import { pakistanDateTime, pakistanTime } from '../../core/pakistan-time.ts';
import { stableHash } from '../../core/stable-hash.ts';
import { findAccount, answerWithTextFlag, wrongPassword } from './envelope.ts';

const maxNumbers = 200;

/** docs/contracts/mnp.md, "Tracking": one number, no credentials. */
export function trackWithPublicApi(context: SandboxContext, fields: Fields): Answer {
  const number = text(fields, 'consignment');
  if (number === '' || text(fields, 'id') === '') {
    return malformed(
      'consignment and id are needed',
      answerWithTextFlag(false, 'Invalid request', { tracking_Details: [] }),
    );
  }
  const parcel = consignmentBook(context).find('MNP', number);
  if (!parcel) return answerWithTextFlag(false, 'Consignment not found', { tracking_Details: [] });
  return answerWithTextFlag(true, 'Consignment Number Valid', { tracking_Details: [publicDetail(parcel)] });
}

/** docs/contracts/mnp.md, "Tracking": unknown numbers are simply missing. */
export function trackManyConsignments(context: SandboxContext, fields: Fields): Answer {
  const nothing = { orderReferenceIdList: [], tracking_Details: [] };
  const account = findAccount(fields);
  if (!account) return answerWithTextFlag(false, wrongPassword, nothing);
  if (text(fields, 'accountno') !== account.accountNo)
    return answerWithTextFlag(false, 'Invalid account number', nothing);
  const numbers = texts(fields, 'consignments');
  if (!numbers || numbers.length === 0)
    return malformed('no Consignments', answerWithTextFlag(false, 'Consignments are required', nothing));
  if (numbers.length > maxNumbers) {
    return malformed(
      'too many Consignments',
      answerWithTextFlag(false, `Maximum ${maxNumbers} consignments are allowed`, nothing),
    );
  }
  const found = numbers
    .flatMap((number) => consignmentBook(context).find('MNP', number) ?? [])
    .filter((parcel) => parcel.account === account.accountNo);
  return answerWithTextFlag(true, 'Consignment Number Valid', {
    orderReferenceIdList: ['Succesfull'],
    tracking_Details: found.map(bulkDetail),
  });
}

/** docs/contracts/mnp.md, "Tracking": the older shape, with and without credentials. */
export function trackWithOlderApi(context: SandboxContext, fields: Fields, options: { public: boolean }): Answer {
  const nothing = { orderReferenceIdList: [], tracking_Details: [] };
  const account = findAccount(fields);
  if (!options.public && !account) return answerWithTextFlag(false, wrongPassword, nothing);
  const parcel = consignmentBook(context).find('MNP', text(fields, 'consignment'));
  if (!parcel || (!options.public && parcel.account !== account?.accountNo))
    return answerWithTextFlag(false, 'Consignment not found', nothing);
  return answerWithTextFlag(true, '', { orderReferenceIdList: [], tracking_Details: [olderDetail(parcel)] });
}

function publicDetail(parcel: Consignment) {
  return {
    ConsignmentNumber: parcel.tracking_number,
    OrderId: parcel.reference,
    OriginCity: parcel.origin_city,
    BookingDate: shortDate(parcel.booked_at),
    CODAmount: null,
    Weight: null,
    Pieces: null,
    ConsigneeName: parcel.consignee.name,
    ConsignerName: parcel.shipper.name,
    ContactNo: null,
    DestinationCity: parcel.destination_city,
    DeliveryAddress: parcel.consignee.address,
    CustomerName: null,
    CustomerAccountNo: null,
    HandOverDate: null,
    ServiceType: null,
    DeliveryRider: null,
    DeliveryRiderContact: null,
    SpecialInstruction: null,
    InvoiceNumber: null,
    InvoiceDate: null,
    AmountInvoiced: null,
    RRNo: null,
    RRDate: null,
    RRUser: null,
    RRBranch: null,
    ...paymentOf(parcel, null),
    CNTrackingDetail: scansInAnyOrder(parcel).map(scanRow),
    CNTrackingInvDetail: invoiceOf(parcel),
  };
}

function bulkDetail(parcel: Consignment) {
  return {
    ConsignmentNumber: parcel.tracking_number,
    OrderId: parcel.reference,
    OriginCity: parcel.origin_city,
    BookingDate: shortDate(parcel.booked_at),
    CODAmount: String(parcel.cod),
    Weight: String(parcel.weight_grams / 1000),
    Pieces: String(parcel.pieces),
    ConsigneeName: parcel.consignee.name,
    ConsignerName: parcel.shipper.name,
    ContactNo: parcel.consignee.phone,
    DestinationCity: parcel.destination_city,
    DeliveryAddress: parcel.consignee.address,
    ServiceType: parcel.service,
    ...paymentOf(parcel, '0'),
    CNTrackingDetail: scansInAnyOrder(parcel).map((event) => ({
      ConsignmentNumber: parcel.tracking_number,
      ...scanRow(event),
    })),
    CNTrackingInvDetail: invoiceOf(parcel),
  };
}

function olderDetail(parcel: Consignment) {
  return {
    BookingDate: shortDate(parcel.booked_at),
    Destination: parcel.destination_city,
    Origin: parcel.origin_city,
    Shipper: parcel.shipper.name,
    Consignee: parcel.consignee.name,
    ServiceType: parcel.service,
    CNStatus: parcel.status,
    CNStatusID: parcel.events.at(-1)?.code ?? '1',
    pieces: String(parcel.pieces),
    weight: String(parcel.weight_grams / 1000),
    reason: parcel.events.at(-1)?.reason ?? '',
    Details: scansInAnyOrder(parcel).map((event) => ({
      DateTime: event.time ?? transactionTime(event.at),
      Status: event.status,
      Location: event.place ?? '',
      Detail: event.message ?? '',
    })),
  };
}

/** Remitted when PaymentID is set. */
function paymentOf(parcel: Consignment, unpaid: string | null) {
  const paid = parcel.paid_at;
  const id = paid ? `${pakistanDateTime(paid).slice(0, 10).replaceAll('-', '')}26` : null;
  return {
    PaymentID: id,
    InstrumentNumber: id ? `IBFT${id}` : null,
    PaymentDate: paid ? shortDate(paid) : null,
    AmountPaid: paid ? String(parcel.cod) : unpaid,
    AdjustedPaymentID: null,
    AdjustedPaymentDate: null,
  };
}

function invoiceOf(parcel: Consignment) {
  if (!parcel.paid_at) return [];
  const amount = 210 + 80 * Math.max(0, Math.ceil(parcel.weight_grams / 1000) - 1);
  return [
    {
      InvoiceNumber: `INV${parcel.tracking_number.slice(-8)}`,
      InvoiceDate: shortDate(parcel.paid_at),
      AmountInvoiced: String(amount),
      InvoiceType: 'COD',
    },
  ];
}

function scanRow(event: ParcelEvent) {
  return {
    TrackingTagID: event.code ?? null,
    TransactionTime: event.time ?? transactionTime(event.at),
    Location: event.place ?? null,
    TrackingStatus: event.status,
    Event: event.reason ?? null,
    TrackingNarration: event.message ?? null,
  };
}

/** Sources disagree on the order of scans, so the sandbox shuffles them, always the same way for a parcel. */
function scansInAnyOrder(parcel: Consignment): ParcelEvent[] {
  const rank = (event: ParcelEvent) => stableHash(`${parcel.tracking_number}${event.at}${event.status}`);
  return parcel.events.toSorted((one, other) => rank(one) - rank(other));
}

function transactionTime(at: string): string {
  const { year, month, day, hour, minute, second } = pakistanTime(at);
  return `${month}/${day}/${year} ${hour}:${minute}:${second}`;
}

function shortDate(at: string): string {
  const { day, monthName, year } = pakistanTime(at);
  return `${day} ${monthName} ${year}`;
}
