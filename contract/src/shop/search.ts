import * as z from 'zod';
import { CourierName } from '../values/companies.ts';
import { Instant } from '../values/dates.ts';
import { endpoint } from '../http/endpoint.ts';
import { Id } from '../values/ids.ts';
import { maxSearchLength } from '../http/paging.ts';
import { ShipmentStatus } from '../values/statuses.ts';
import { tooLong } from '../values/maximum-texts.ts';

export const minSearchLength = 2;

/** Matches of one kind in a reply. */
export const maxMatches = 8;

export const FoundParcel = z.object({
  id: Id,
  tracking_number: z.string(),
  order_name: z.string(),
  consignee_name: z.string(),
  destination_city: z.string(),
  company: CourierName,
  booked_packet_status: ShipmentStatus,
  booking_date: Instant,
  /** Its number, reference, order or phone is what was searched. */
  exact: z.boolean(),
});
export type FoundParcel = z.infer<typeof FoundParcel>;

export const FoundOrder = z.object({
  id: Id,
  order_name: z.string(),
  customer_name: z.string(),
  city: z.string(),
  createdAt: Instant,
  state: z.enum(['unbooked', 'booked', 'fulfilled', 'cancelled']),
  exact: z.boolean(),
});
export type FoundOrder = z.infer<typeof FoundOrder>;

export const FoundCustomer = z.object({
  name: z.string(),
  phone: z.string(),
  city: z.string(),
  /** False: only unbooked store orders have this phone, so the orders list would be empty. */
  has_parcels: z.boolean(),
});
export type FoundCustomer = z.infer<typeof FoundCustomer>;

export const searchShop = endpoint({
  name: 'searchShop',
  method: 'GET',
  path: '/search',
  summary:
    'Parcels, store orders and customers by tracking number, order, reference, phone or name: exact matches first, then the newest. Parcels need READ_ORDERS, store orders BOOK_ORDERS; without the scope, none are found.',
  access: ['READ_ORDERS', 'BOOK_ORDERS'],
  query: z.object({
    query: z
      .string('Enter at least 2 characters')
      .trim()
      .min(minSearchLength, 'Enter at least 2 characters')
      .max(maxSearchLength, tooLong('Search', maxSearchLength)),
  }),
  reply: z.object({
    data: z.object({
      parcels: z.array(FoundParcel),
      orders: z.array(FoundOrder),
      customers: z.array(FoundCustomer),
    }),
  }),
});
