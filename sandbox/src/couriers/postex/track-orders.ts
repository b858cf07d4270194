import type { SandboxContext } from '../../core/sandbox-context.ts';
import type { Answer } from '../http/answer.ts';
import { gatewayPage, malformed } from '../http/answer.ts';
import type { Consignment } from '../parcels/consignment.ts';
import { consignmentBook } from '../parcels/consignment-book.ts';
import { commaList, text } from '../http/fields.ts';
import { pakistanDateTime } from '../../core/pakistan-time.ts';
import { stableHash } from '../../core/stable-hash.ts';
import type { PostexAccount } from './accounts.ts';
import type { MerchantRequest } from './envelope.ts';
import { refused, succeeded } from './envelope.ts';
import { presentOrder, presentOrderWithPieces } from './present-order.ts';

/** Near this many, the address is too long for the gateway. */
const urlTooLongFrom = 400;

/** docs/contracts/postex.md, "Tracking": an unknown number is HTTP 200 with "404" inside. */
export function trackOrder(context: SandboxContext, { account, params }: MerchantRequest): Answer {
  const parcel = orderOf(context, account, text(params, 'trackingNumber'));
  if (!parcel) return refused('404', 'RECORD NOT FOUND', 200);
  return succeeded('SUCCESSFULLY RETRIEVE ORDER', presentOrder(parcel, { history: true }));
}

/** docs/contracts/postex.md, "Tracking": the history may or may not be there. */
export function trackOrders(context: SandboxContext, { account, query }: MerchantRequest): Answer {
  const numbers = commaList(text(query, 'TrackingNumbers'));
  if (numbers.length >= urlTooLongFrom) {
    return malformed('too many TrackingNumbers', gatewayPage(414, 'Request-URI Too Large', 'nginx/1.18.0 (Ubuntu)'));
  }
  const rows = numbers.map((trackingNumber) => {
    const parcel = orderOf(context, account, trackingNumber);
    if (!parcel) return { trackingNumber, message: 'ORDER NOT FOUND' };
    const history = stableHash(`${trackingNumber} bulk`) % 3 !== 0;
    return {
      trackingNumber,
      message: 'SUCCESSFULLY RETRIEVE ORDER',
      trackingResponse: presentOrderWithPieces(parcel, { history }),
    };
  });
  return succeeded('SUCCESSFULLY RETRIEVE ORDERS', rows);
}

/** docs/contracts/postex.md, "Payments": in the style of the guide or of the live service. */
export function paymentStatus(context: SandboxContext, { account, params }: MerchantRequest): Answer {
  const parcel = orderOf(context, account, text(params, 'trackingNumber'));
  if (!parcel) return refused('404', 'RECORD NOT FOUND', 200);
  const order = { orderRefNumber: parcel.reference, trackingNumber: parcel.tracking_number };
  if (!parcel.paid_at) return succeeded('SUCCESSFULLY RETRIEVE PAYMENT STATUS', { ...order, settle: false });
  const day = pakistanDateTime(parcel.paid_at).slice(0, 10);
  const cpr = `CPR-${day.replaceAll('-', '')}-${account.merchantId}`;
  const batch = account.guideStylePayments
    ? { upfrontPaymentDate: day, cprNumber_1: cpr, reservePaymentDate: day, cprNumber_2: cpr }
    : { cpr1: cpr, cpr1Date: day, cpr2: cpr, cpr2Date: day };
  return succeeded('SUCCESSFULLY RETRIEVE PAYMENT STATUS', { ...order, settle: true, settlementDate: day, ...batch });
}

export function orderOf(context: SandboxContext, account: PostexAccount, number: string): Consignment | undefined {
  const parcel = consignmentBook(context).find('POSTEX', number);
  return parcel?.account === account.token ? parcel : undefined;
}
