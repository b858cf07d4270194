import type { SandboxContext } from '../../core/sandbox-context.ts';
import type { Answer } from '../http/answer.ts';
import { malformed } from '../http/answer.ts';
import { consignmentBook } from '../parcels/consignment-book.ts';
import type { Fields } from '../http/fields.ts';
import { numeric, rawText, text, whole } from '../http/fields.ts';
import { pakistanDateTime } from '../../core/pakistan-time.ts';
import { stableHash } from '../../core/stable-hash.ts';
import { nextTrackingNumber } from '../parcels/tracking-number.ts';
import type { PostexAccount, PostexAddress } from './accounts.ts';
import { addressesOf } from './accounts.ts';
import { isDeliveryCity } from './cities.ts';
import type { MerchantRequest } from './envelope.ts';
import { fieldErrors, refused, succeeded } from './envelope.ts';

const orderTypes = new Set(['Normal', 'Reversed', 'Replacement']);

/** docs/contracts/postex.md, "Booking". A repeated orderRefNumber makes a second order. */
export function createOrder(context: SandboxContext, { account, body }: MerchantRequest): Answer {
  const problem = problemOf(context, account, body);
  if (problem) return malformed(problem, refused('400', problem, statusFor(body)));
  const address = addressOf(context, account, body);
  const trackingNumber = nextTrackingNumber(context, 'POSTEX');
  const bookedAt = context.now().toISOString();
  consignmentBook(context).add({
    courier: 'POSTEX',
    tracking_number: trackingNumber,
    reference: text(body, 'orderRefNumber'),
    account: account.token,
    consignee: {
      name: text(body, 'customerName'),
      phone: text(body, 'customerPhone'),
      phone2: '',
      phone3: '',
      email: '',
      address: text(body, 'deliveryAddress'),
    },
    shipper: { name: account.merchantName, phone: address?.phone1 ?? '', address: address?.address ?? '' },
    origin_city: address?.cityName ?? '',
    destination_city: rawText(body, 'cityName'),
    cod: numeric(body, 'invoicePayment') ?? 0,
    weight_grams: Math.round((numeric(body, 'bookingWeight') ?? 0.5) * 1000),
    pieces: whole(body, 'items') ?? 1,
    contents: text(body, 'orderDetail'),
    remarks: text(body, 'transactionNotes'),
    service: text(body, 'orderType'),
    booked_at: bookedAt,
  });
  const order = { trackingNumber, orderStatus: 'UnBooked', orderDate: pakistanDateTime(bookedAt) };
  return succeeded('ORDER HAS BEEN CREATED', order);
}

/** Field checks answer with HTTP 400 or 200 alike; one reference always gets the same. */
const statusFor = (body: Fields): number => (stableHash(text(body, 'orderRefNumber')) % 2 === 0 ? 400 : 200);

const requiredTexts = ['orderRefNumber', 'customerName', 'customerPhone', 'deliveryAddress', 'cityName', 'orderType'];
const requiredNumbers = ['invoicePayment', 'invoiceDivision', 'items'];

function problemOf(context: SandboxContext, account: PostexAccount, body: Fields): string | undefined {
  const missing = [
    ...requiredTexts.filter((field) => text(body, field) === ''),
    ...requiredNumbers.filter((field) => numeric(body, field) === undefined),
  ];
  if (missing.length > 0) {
    return fieldErrors(missing.map((field) => ({ field, rejected: body[field], message: 'must not be null' })));
  }
  if (!/^03\d{9}$/.test(text(body, 'customerPhone'))) return 'INVALID CUSTOMER PHONE NUMBER';
  if ((whole(body, 'invoicePayment') ?? -1) < 0) return 'INVALID INVOICE PAYMENT';
  const items = whole(body, 'items') ?? 0;
  if (items < 1 || items > 99) return 'ITEMS MUST BE GREATER THAN 0 AND LESS THAN 100';
  if ((whole(body, 'invoiceDivision') ?? -1) < 0) return 'INVALID INVOICE DIVISION';
  if (!orderTypes.has(text(body, 'orderType'))) return 'INVALID ORDER TYPE';
  if (!isDeliveryCity(rawText(body, 'cityName'))) return 'DELIVERY CITY IS NOT OPERATIONAL';
  if (text(body, 'pickupAddressCode') === '' && text(body, 'storeAddressCode') === '') {
    return 'BOTH PICKUP ADDRESS CODE AND STORE ADDRESS CODE MUST NOT BE NULL AT THE SAME TIME';
  }
  return addressOf(context, account, body) ? undefined : 'PICKUP ADDRESS NOT FOUND';
}

function addressOf(context: SandboxContext, account: PostexAccount, body: Fields): PostexAddress | undefined {
  const code = text(body, 'pickupAddressCode') || text(body, 'storeAddressCode');
  return addressesOf(context, account).find((address) => address.addressCode === code);
}
