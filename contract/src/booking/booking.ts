import * as z from 'zod';
import { LineItem, listOf, OrderRef, OrderRefs } from './order-data.ts';
import { Company, CourierName } from '../values/companies.ts';
import { Instant } from '../values/dates.ts';
import { endpoint } from '../http/endpoint.ts';
import { Id } from '../values/ids.ts';
import { maxMergedOrders } from '../store-orders/merging.ts';
import { canonicalMoney } from '../values/money.ts';
import { Confirmations } from './issues.ts';
import { asMobile, mobilePhonePattern } from '../values/phones.ts';
import { plainText } from '../values/plain-text.ts';
import { BookingState, ShipmentStatus } from '../values/statuses.ts';
import { maxWeight } from '../values/weights.ts';
import { roundedRupees, typedNumber } from '../values/typed-numbers.ts';
import { tooHigh, tooLong, tooMany, tooManyRupees } from '../values/maximum-texts.ts';

const atLeast = (label: string, min: number): z.ZodNumber => z.number().min(min, `${label} must be at least ${min}`);

const Pieces: z.ZodType<number, unknown> = typedNumber('pieces', 'Pieces is required').pipe(
  atLeast('Pieces', 1).int('Pieces must be a whole number').max(1000, tooHigh('Pieces', 1000)),
);

const Grams: z.ZodType<number, unknown> = typedNumber('grams', 'Weight is required').pipe(
  atLeast('Weight', 1)
    .int('Weight must be whole grams. Write kilograms like 1.5 kg')
    .max(maxWeight, tooHigh('Weight', maxWeight, 'grams')),
);

/** Whole rupees: decimals are rounded half up. */
const Cod: z.ZodType<number, unknown> = typedNumber('rupees', 'COD amount is required')
  .pipe(atLeast('COD amount', 0))
  .transform(roundedRupees)
  .pipe(z.number().max(10_000_000, tooManyRupees('COD amount', 10_000_000)));

const text = (label: string, max: number): z.ZodString =>
  z
    .string({ error: `${label} is required` })
    .overwrite(plainText)
    .trim()
    .min(1, `${label} is required`)
    .max(max, tooLong(label, max));

const optionalText = (label: string, max: number): z.ZodDefault<z.ZodString> =>
  z.string().overwrite(plainText).trim().max(max, tooLong(label, max)).default('');

/** A Pakistani mobile number as all four couriers take it. */
export const MobilePhone = z.string().regex(mobilePhonePattern, 'Enter a mobile number like 03001234567');

export const ConsigneeEmail = z.email('Enter a valid email').max(100);

/** The same as people write it, like `0300 1234567` or `+92 300 1234567`. */
const WrittenPhone = (missing: string) =>
  z.string({ error: missing }).overwrite(plainText).trim().max(100, 'Enter a mobile number like 03001234567');

const OtherPhone = (label: string) =>
  WrittenPhone(`${label} must be a text`)
    .transform(asMobile)
    .pipe(
      z.string().refine((phone) => phone === '' || mobilePhonePattern.test(phone), {
        error: `${label}: enter a mobile number like 03001234567`,
      }),
    )
    .default('');

/** What every booking form has, of one order or of several. */
export const BookingFields = z.object({
  tracking_account: z
    .union([Id, z.literal('')], { error: 'Please choose a courier account' })
    .pipe(z.string().min(1, 'Please choose a courier account')),
  shipping_type: z.literal('overnight').default('overnight'),
  pieces: Pieces,
  /** Grams. */
  weight: Grams,
  /** Whole rupees; decimals are rounded half up. */
  cod_amount: Cod,
  consignee_name: text('Consignee name', 100),
  consignee_email: z.union([z.literal(''), ConsigneeEmail]).default(''),
  /** Phones as people write them; kept as `03001234567`. */
  consignee_phone: WrittenPhone('Consignee phone is required')
    .min(1, 'Consignee phone is required')
    .transform(asMobile)
    .pipe(MobilePhone),
  consignee_phone2: OtherPhone('Phone 2'),
  consignee_phone3: OtherPhone('Phone 3'),
  consignee_address: text('Consignee address', 500),
  products_list: text('Products list', 2000),
  remarks: optionalText('Remarks', 1000),
  /** The city as the customer wrote it. */
  city: optionalText('City', 200),
  /** Id of a city of the account's courier. */
  destination_city: z
    .string({ error: 'Please add destination city' })
    .trim()
    .min(1, 'Please add destination city')
    .max(100),
  courier_company: Company.optional(),
  /** Lines and quantities of this parcel; all that is left to ship when absent. */
  line_items: z
    .array(z.object({ line_id: z.string().max(100), quantity: z.number().int().min(1).max(1_000_000) }))
    .max(500, tooMany(500, 'order lines per parcel'))
    .optional(),
  /**
   * Warnings that the person saw and confirms: `issues` of the form, or those in the `detail` of the error that refused the
   * booking (`order-not-confirmed`, `order-not-voided`, `order-already-booked` of a returned parcel, `cod-unconfirmed`).
   */
  confirmed: Confirmations.default([]),
  /** The store's own customer notice on the first fulfilment. */
  notify_customer: z.boolean().default(true),
});
export type BookingFields = z.output<typeof BookingFields>;

/** `version` of a form's copy of an order. It names each of up to 500 kinds of items twice. */
const Version = z.string().max(500_000);

/** The form of one store order. */
export const BookingInput = BookingFields.extend({
  order_id: OrderRef,
  order_name: text('Order name', 100),
  version: Version.default(''),
});
export type BookingInput = z.output<typeof BookingInput>;

const Amount = z
  .union([z.number(), z.string().trim().max(40)])
  .transform(String)
  .pipe(z.string().regex(/^\d{1,10}(\.\d{1,20})?$/, 'Enter an amount in rupees'))
  .transform(canonicalMoney);

/** The form of several store orders in one consignment. Lines are those of all orders. */
export const MergedBookingInput = BookingFields.extend({
  order_id: OrderRefs,
  order_name: listOf(z.string().trim().max(100)),
  /** `version` of each order on the form, in the order of `order_id`. */
  versions: z.array(Version).max(maxMergedOrders).default([]),
  /** The sums that the form showed. We calculate them again; if they differ, nothing is booked. */
  cod_without_shipping: Amount.optional(),
  average_shipping_price: Amount.optional(),
  total_shipping_price: Amount.optional(),
});
export type MergedBookingInput = z.output<typeof MergedBookingInput>;

/**
 * Whether the store is updated and the customer notified about a booking. `out-of-reach`: the store hides the order from us, or
 * it was deleted there; we do not try again.
 */
export const StoreUpdate = z.object({
  state: z.enum(['done', 'under-way', 'failed', 'conflict', 'out-of-reach', 'not-needed']),
  /** In words, for people. */
  message: z.string(),
});

/** What the confirmation page shows. */
export const PostBooking = z.object({
  id: Id,
  booking_state: BookingState,
  /** What became of the parcel since. */
  status: ShipmentStatus,
  /** Names of its store orders, comma-separated. */
  name: z.string(),
  /** The store orders it carries; several when they were merged. */
  store_orders: z.array(z.object({ id: Id, order_name: z.string() })),
  bookedDate: Instant.nullable(),
  lineItems: z.array(LineItem),
  remarks: z.string(),
  courier: CourierName,
  courierAccount: z.string(),
  trackingNumber: z.string().nullable(),
  reference: z.string(),
  consignee: z.object({
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    phone2: z.string(),
    phone3: z.string(),
    address: z.string(),
  }),
  destination: z.string(),
  cod: z.number().int(),
  weight: z.number().int(),
  pieces: z.number().int(),
  store: StoreUpdate,
  /** The store could not be reached during the booking and is not updated yet: the parcel has the data of the mirror. */
  from_mirror: z.boolean(),
  /** The store's own notice to the customer. */
  customer: StoreUpdate,
  /** Where the customer follows the parcel: our public page. */
  tracking_url: z.string().nullable(),
  /** When we next look for an uncertain booking at its courier; null when no look-up is planned. Not in replies of 0.2.0. */
  next_look_at: Instant.nullable().optional(),
});
export type PostBooking = z.infer<typeof PostBooking>;

const Booked = z.object({
  message: z.string(),
  booking_state: BookingState,
  data: PostBooking,
});

const bookingErrors = [
  'order-already-fulfilled',
  'nothing-to-ship',
  'order-already-booked',
  'order-cancelled-in-store',
  'order-changed',
  'order-not-voided',
  'order-not-confirmed',
  'not-found',
  'account-inactive',
  'account-incomplete',
  'account-busy',
  'city-unknown',
  'city-fetching-failed',
  'cod-too-high',
  'cod-unconfirmed',
  'plan-limit',
  'idempotency-conflict',
  'courier-unavailable',
  'courier-unauthorised',
  'courier-rejected',
  'store-unavailable',
  'store-unauthorised',
] as const;

/** `order-not-confirmed` carries `detail: {issues}`: confirm them in `confirmed`. Errors `order-changed` carry `detail: {changes: [{field, was, now}], version}`; `order-already-booked` the shipment. */
export const bookOrder = endpoint({
  name: 'bookOrder',
  method: 'POST',
  path: '/book-order',
  summary:
    'Books one store order with a courier. Send an `Idempotency-Key`: the same key and body answers with the same booking. 202 when the courier did not answer clearly. Decimals of `cod_amount` are rounded half up; one that differs from what is to be collected must be confirmed.',
  access: ['BOOK_ORDERS'],
  body: BookingInput,
  bodyLimit: 1024 * 1024,
  mayBeUnderWay: true,
  takesIdempotencyKey: true,
  reply: Booked,
  errors: [...bookingErrors],
});

/** As above. A refusal names the order that prevents the booking (`detail.order_id`); then nothing was booked. */
export const bookOrders = endpoint({
  name: 'bookOrders',
  method: 'POST',
  path: '/book-orders',
  summary:
    'Books several store orders as one consignment. The sums are calculated again: a different COD counts as set by hand and is audited.',
  access: ['BOOK_ORDERS'],
  body: MergedBookingInput,
  bodyLimit: 1024 * 1024,
  mayBeUnderWay: true,
  takesIdempotencyKey: true,
  reply: Booked,
  errors: [...bookingErrors],
});
