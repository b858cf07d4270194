import * as z from 'zod';
import { CourierName } from '../values/companies.ts';
import { Issue } from './issues.ts';
import { Instant } from '../values/dates.ts';
import { endpoint } from '../http/endpoint.ts';
import { Id } from '../values/ids.ts';
import { maxMergedOrders } from '../store-orders/merging.ts';
import { Currency, Money } from '../values/money.ts';
import { mobilePhonePattern } from '../values/phones.ts';
import { BookingState } from '../values/statuses.ts';
import { OrderProblem } from '../store-orders/store-order-filters.ts';
import { EarlierParcels, StoreOrderPayment } from '../store-orders/store-orders.ts';
import { WeightSource } from '../values/weights.ts';
import { tooMany } from '../values/maximum-texts.ts';

const invalidId = 'Invalid id entered';

/** A reference to a store order: our id in upper or lower case, the store's numeric id, or its `gid://`. */
export const OrderRef = z
  .string()
  .trim()
  .overwrite((ref) => (/^[0-9a-f]{24}$/i.test(ref) ? ref.toLowerCase() : ref))
  .regex(/^([0-9a-f]{24}|\d{1,20}|gid:\/\/shopify\/Order\/\d{1,20})$/, invalidId);

const tooManyToMerge = tooMany(maxMergedOrders, 'orders per parcel');

/** Comma-separated in one text, or a list. `neither` says that it is something else, or missing. */
export const listOf = <Item extends z.ZodType<unknown, string>>(item: Item, neither?: string) =>
  z
    .union(
      [
        z
          .string()
          .max(maxMergedOrders * 110, tooManyToMerge)
          .transform((text) => text.split(',').map((one) => one.trim())),
        z.array(z.string().max(200)).max(maxMergedOrders, tooManyToMerge),
      ],
      neither,
    )
    .pipe(z.array(item).min(1, 'Choose the orders to book').max(maxMergedOrders, tooManyToMerge));

/** Store orders, as `1001,1002` or as a list. */
export const OrderRefs = listOf(OrderRef, invalidId);

/** One item line of a store order. Amounts in Rs. */
export const LineItem = z.object({
  line_id: z.string(),
  product_title: z.string(),
  variant_title: z.string(),
  sku: z.string(),
  /** Price of one, before discounts, in `currency`. */
  amount: Money,
  /** Of the order. */
  currency: Currency,
  /** Still to ship. */
  current_quantity: z.number().int(),
  image_url: z.string(),
});
export type LineItem = z.infer<typeof LineItem>;

/**
 * A value that a person entered for this order in another batch, or in the order's newest parcel while that is not delivered.
 * It differs from what the store says, and the store said the same when it was entered.
 */
export const Correction = z.object({
  field: z.enum([
    'consignee_name',
    'consignee_phone',
    'consignee_address',
    'destination_city',
    'cod_amount',
    'tracking_account',
  ]),
  /** As the booking takes it: a city's name, whole rupees, the id of an account. */
  value: z.string(),
  /** The value for people. */
  shown: z.string(),
  /** What the store says, or the account that would be chosen, for people. */
  instead_of: z.string(),
  /** `batch 12 of Sana` */
  where: z.string(),
});
export type Correction = z.infer<typeof Correction>;

/** What the booking form starts from. */
export const OrderData = z.object({
  _id: Id,
  id: Id,
  platform_order_id: z.string(),
  order_name: z.string(),
  createdAt: Instant,
  /** What this form shows of COD, address and items, opaque: sent back on booking, so that a change since then is noticed. */
  version: z.string(),
  /** `ready`: can be booked. Others say why not. */
  state: z.enum(['ready', 'fulfilled', 'nothing-to-ship', 'cancelled', 'held']),
  held_by: z
    .object({
      shipment_id: Id,
      tracking_number: z.string().nullable(),
      booking_state: BookingState,
      company: CourierName,
      /** It came back to the shop for good: `issues` asks whether to send it again. */
      returned: z.boolean(),
    })
    .nullable(),
  /** Where this copy comes from; `mirror` when the store could not be reached, with the time of the copy. */
  source: z.enum(['store', 'mirror']),
  read_at: Instant,
  consignee_name: z.string(),
  consignee_email: z.string(),
  consignee_phone: z.string(),
  consignee_phone2: z.string(),
  consignee_address: z.string(),
  /** Phone as the customer wrote it. */
  phone_as_written: z.string(),
  city: z.string(),
  problems: z.array(OrderProblem),
  /** What a person should know before booking; warnings must be confirmed (`confirmed`). */
  issues: z.array(Issue),
  line_items: z.array(LineItem),
  products_list: z.string(),
  pieces: z.number().int(),
  /** Grams that the form starts with, with the suggested account; 0 when the weight is unknown. */
  weight: z.number().int(),
  weight_source: WeightSource,
  /** Grams of what is shipped, as the store knows it, 0 when it does not; one per order of the parcel. */
  store_weights: z.array(z.number().int()),
  /** Grams: used when neither the store nor the courier account has a weight. */
  default_weight: z.number().int(),
  /** Of the store's amounts (`total`, `outstanding`, `shipping`, `applied_discount`). The COD is in rupees. */
  currency: Currency,
  total: Money,
  outstanding: Money,
  /** Whole rupees that the shop usually collects for a parcel; null while it has too few parcels to tell. */
  usual_cod: z.number().int().nullable(),
  shipping: Money,
  has_discount: z.boolean(),
  applied_discount: Money,
  discount_names: z.array(z.string()),
  payment: StoreOrderPayment,
  /** Whole rupees. */
  cod_amount: z.number().int(),
  /** Of the order in the store: one note for customers and staff. */
  note: z.string(),
  /** The note, if the shop's settings say so. */
  remarks: z.string(),
  tags: z.array(z.string()),
  /** The shop emails its customers the tracking link of each booking, besides the email of the store. */
  emails_tracking_link: z.boolean(),
  earlier: EarlierParcels,
  /** What people entered for this order elsewhere; offered, not applied. */
  corrections: z.array(Correction),
  store_url: z.string(),
  /** A cancelled booking of this order that the courier still has: M&P keeps the number, or the parcel moves all the same. */
  void_needed: z
    .object({
      tracking_number: z.string(),
      courier: z.string(),
      /** What to do first, such as "Void it in the M&P portal". */
      how_to_stop: z.string(),
    })
    .nullable(),
  /** The account that the shop's rules choose for it, and why in words; null when none can be chosen. */
  suggested_account: z.object({ account_id: Id, because: z.string() }).nullable(),
});
export type OrderData = z.infer<typeof OrderData>;

export const getEarlierParcels = endpoint({
  name: 'getEarlierParcels',
  method: 'GET',
  path: '/earlier-parcels',
  summary: 'How many parcels of the shop to this phone number were delivered and how many came back.',
  access: ['BOOK_ORDERS'],
  query: z.object({ phone: z.string().regex(mobilePhonePattern, 'Enter a mobile number like 03001234567') }),
  reply: z.object({ earlier: EarlierParcels }),
});

export const getOrderFromShopify = endpoint({
  name: 'getOrderFromShopify',
  method: 'GET',
  path: '/get-order-from-shopify/:id',
  summary: 'One store order for the booking form, refreshed from the store.',
  access: ['BOOK_ORDERS'],
  params: z.object({ id: OrderRef }),
  reply: z.object({ orderData: OrderData }),
  errors: ['not-found', 'store-unavailable', 'store-unauthorised'],
});

/** A store order among those of a merge. */
export const MergedOrder = OrderData.extend({
  name: z.string(),
  /** Whole rupees. */
  cod: z.number().int(),
  /** How far the store has it fulfilled, in the store's words. */
  fulfillment: z.string(),
});

/** What the form of a merge starts from. */
export const MergedOrderData = z.object({
  orders: z.array(MergedOrder),
  orderNames: z.array(z.string()),
  orderids: z.array(Id),
  shippingIsZero: z.boolean(),
  codWithoutShipping: Money,
  shippingPrice: Money,
  avgShipping: Money,
  pieces: z.number().int(),
  /** Grams: the weights of the orders together. */
  weight: z.number().int(),
  productsList: z.string(),
  /** Whole rupees: COD without shipping + average shipping. */
  cod: z.number().int(),
  /** The shop's, in whole rupees; 0 means not set. */
  freeShippingValue: z.number().int(),
  /** In what the orders differ, which a person should look at. */
  differences: z.array(z.enum(['name', 'phone', 'address', 'city'])),
  /** Ids that were asked for and not found. */
  missing: z.array(z.string()),
});
export type MergedOrderData = z.infer<typeof MergedOrderData>;

export const getOrdersFromShopify = endpoint({
  name: 'getOrdersFromShopify',
  method: 'GET',
  path: '/get-orders-from-shopify',
  summary: 'Several store orders for one consignment, refreshed from the store; `id` is comma-separated.',
  access: ['BOOK_ORDERS'],
  query: z.object({ id: OrderRefs }),
  reply: z.object({ ordersData: MergedOrderData }),
  errors: ['not-found', 'store-unavailable', 'store-unauthorised'],
});

export const mergeOrders = endpoint({
  name: 'mergeOrders',
  method: 'POST',
  path: '/merged-orders',
  summary: 'The same as `/get-orders-from-shopify`, for a list of ids in the body. Changes nothing.',
  access: ['BOOK_ORDERS'],
  body: z.object({ ordersIdsArray: OrderRefs }),
  reply: z.object({ ordersData: MergedOrderData }),
  errors: ['not-found', 'store-unavailable', 'store-unauthorised'],
});
