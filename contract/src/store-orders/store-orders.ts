import * as z from 'zod';
import { Company, CourierName } from '../values/companies.ts';
import { Instant } from '../values/dates.ts';
import { endpoint } from '../http/endpoint.ts';
import { Id } from '../values/ids.ts';
import { Currency, Money } from '../values/money.ts';
import { Pagination } from '../http/paging.ts';
import { OrderProblem, StoreOrdersQuery, StoreOrdersTab } from './store-order-filters.ts';

export const StoreOrderPayment = z.enum(['COD', 'PAID', 'PARTLY_PAID']);

/** What became of earlier parcels to a phone number. */
export const EarlierParcels = z.object({ delivered: z.number().int(), returned: z.number().int() });

export const StoreOrderRow = z.object({
  _id: Id,
  id: Id,
  platform_order_id: z.string(),
  order_name: z.string(),
  createdAt: Instant,
  customer_name: z.string(),
  phone: z.string(),
  /** As the customer wrote it. */
  city: z.string(),
  /** How each courier with an active account knows that city; `null` where it is not certain. */
  city_matches: z.array(z.object({ company: Company, name: z.string().nullable() })),
  items: z.number().int(),
  item_summary: z.string(),
  total: Money,
  /** Of `total`. */
  currency: Currency,
  /** Whole rupees that a courier would collect. */
  cod: z.number().int(),
  payment: StoreOrderPayment,
  problems: z.array(OrderProblem),
  tags: z.array(z.string()),
  /** The courier account that the order would be booked with, and why; null when none can be chosen. */
  suggested_account: z
    .object({ account_id: Id, name: z.string(), company: Company, because: z.string(), assigned: z.boolean() })
    .nullable(),
  /** The newest parcel of the order, if nothing is left for another one, or if it came back. */
  shipment: z
    .object({
      id: Id,
      tracking_number: z.string().nullable(),
      booking_state: z.string(),
      company: CourierName,
      /** The parcel came back to the shop. Booking the order again needs a confirmation. */
      returned: z.boolean(),
    })
    .nullable(),
  cancelled: z.boolean(),
  /** Nothing is left to ship in the store. */
  fulfilled: z.boolean(),
});
export type StoreOrderRow = z.infer<typeof StoreOrderRow>;

export const getStoreOrders = endpoint({
  name: 'getStoreOrders',
  method: 'GET',
  path: '/store-orders',
  summary: "The store's orders as last mirrored, filtered and sorted.",
  access: ['BOOK_ORDERS'],
  query: StoreOrdersQuery,
  reply: z.object({
    data: z.array(StoreOrderRow),
    pagination: Pagination,
    /** Orders of each tab, whatever the filters. */
    counts: z.record(StoreOrdersTab, z.number().int()),
    /** Our copy of the store is complete up to this time; null before the first sync. */
    mirrored_at: Instant.nullable(),
    /** Link to the store's own orders page. */
    store_admin_url: z.string(),
  }),
});

/** One store order with all a person checks before booking, from our copy. */
export const getStoreOrder = endpoint({
  name: 'getStoreOrder',
  method: 'GET',
  path: '/store-orders/:id',
  summary: 'One store order with its items, its address and what earlier parcels of this phone number came to.',
  access: ['BOOK_ORDERS'],
  params: z.object({ id: Id }),
  reply: z.object({
    order: StoreOrderRow.extend({
      email: z.string(),
      address: z.string(),
      note: z.string(),
      line_items: z.array(
        z.object({
          line_id: z.string(),
          title: z.string(),
          variant_title: z.string(),
          sku: z.string(),
          quantity: z.number().int(),
          unit_price: Money,
          image_url: z.string(),
        }),
      ),
      earlier: EarlierParcels,
      store_url: z.string(),
    }),
  }),
  errors: ['not-found'],
});

export const refreshStoreOrders = endpoint({
  name: 'refreshStoreOrders',
  method: 'POST',
  path: '/store-orders/refresh',
  summary: 'Reads what changed in the store since the last pass, now.',
  access: ['BOOK_ORDERS'],
  reply: z.object({ changed: z.number().int(), mirrored_at: Instant.nullable() }),
  errors: ['store-unavailable', 'store-unauthorised'],
});

/** In which of these the orders of a suggestion differ: look before merging. */
export const SuggestionDifference = z.enum(['name', 'address', 'city']);
export type SuggestionDifference = z.infer<typeof SuggestionDifference>;

/** Store orders of one phone number, with a similar name and city, that wait to be booked and could go together. */
export const MergeSuggestion = z.object({
  phone: z.string(),
  customer_name: z.string(),
  city: z.string(),
  /** Oldest first. */
  orders: z.array(
    z.object({
      id: Id,
      order_name: z.string(),
      cod: z.number().int(),
      createdAt: Instant,
      customer_name: z.string(),
      address: z.string(),
      city: z.string(),
    }),
  ),
  differences: z.array(SuggestionDifference),
});
export type MergeSuggestion = z.infer<typeof MergeSuggestion>;

export const getMergeSuggestions = endpoint({
  name: 'getMergeSuggestions',
  method: 'GET',
  path: '/store-orders/merge-suggestions',
  summary:
    'Customers with several store orders that wait to be booked: the same phone number, a similar name and city. Newest first.',
  access: ['BOOK_ORDERS'],
  query: z.object({
    /** Only this number. */
    phone: z.string().trim().max(20).optional(),
  }),
  reply: z.object({
    data: z.array(MergeSuggestion),
    /** All such customers; `data` holds the first of them. */
    total: z.number().int(),
  }),
});
