import * as z from 'zod';
import { endpoint } from '../http/endpoint.ts';
import { Id, IdParams } from '../values/ids.ts';
import type { Scope } from '../http/scopes.ts';
import { ShipmentsQuery } from './shipment-filters.ts';
import { StoreOrderViewSearch } from '../store-orders/store-order-filters.ts';
import { tooLong, tooMany } from '../values/maximum-texts.ts';
import { RelativeRange } from '../values/relative-ranges.ts';

/** Columns of the orders list. */
export const OrderColumn = z.enum([
  'status',
  'number',
  'order',
  'customer',
  'city',
  'courier',
  'cod',
  'payment',
  'booked',
  'late',
  'delivered',
  'by',
]);
export type OrderColumn = z.infer<typeof OrderColumn>;

export const defaultColumns: readonly OrderColumn[] = [
  'status',
  'number',
  'order',
  'customer',
  'city',
  'cod',
  'booked',
  'late',
  'delivered',
  'by',
];

/** The columns that are shown, in their order. */
export const OrderColumns = z
  .array(OrderColumn)
  .min(1, 'Show at least one column')
  .max(OrderColumn.options.length, tooMany(OrderColumn.options.length, 'columns per view'))
  .transform((columns) => [...new Set(columns)]);

/** Filters and order of a view; a moving range means the days it covers when the view is opened. */
export const OrderViewSearch = ShipmentsQuery.omit({ page: true }).extend({
  booked: RelativeRange.optional().catch(undefined),
  delivered: RelativeRange.optional().catch(undefined),
});
export type OrderViewSearch = z.output<typeof OrderViewSearch>;

/** Views that a person saves for one page. */
export const maxViews = 30;

const name = z.string().trim().min(1, 'Name the view').max(30, tooLong('Name', 30));
const kept = {
  id: Id,
  name: z.string(),
  /** Opens when its page is opened without anything else. */
  is_default: z.boolean(),
};

/** A person's saved view of the orders list. */
export const OrderView = z.object({
  ...kept,
  page: z.literal('orders'),
  search: OrderViewSearch,
  columns: z.array(OrderColumn),
});
export type OrderView = z.infer<typeof OrderView>;

/** The same for the list of store orders. */
export const StoreOrderView = z.object({ ...kept, page: z.literal('store-orders'), search: StoreOrderViewSearch });
export type StoreOrderView = z.infer<typeof StoreOrderView>;

/** A view belongs to a page. */
export const SavedView = z.discriminatedUnion('page', [OrderView, StoreOrderView]);
export type SavedView = z.infer<typeof SavedView>;
export type ViewPage = SavedView['page'];

/** Who may use the views of a page: those who may open it. */
export const viewAccess = { orders: ['READ_ORDERS'], 'store-orders': ['BOOK_ORDERS'] } as const satisfies Record<
  ViewPage,
  readonly Scope[]
>;

const access = ['READ_ORDERS', 'BOOK_ORDERS'] as const;
const Views = z.object({ data: z.array(SavedView) });
const ofOrders = { page: z.literal('orders') };
const ofStoreOrders = { page: z.literal('store-orders') };

export const getOrderViews = endpoint({
  name: 'getOrderViews',
  method: 'GET',
  path: '/order-views',
  summary: 'The saved views of the person who asks, for the pages that this person may open, in their order.',
  access,
  reply: Views,
});

export const createOrderView = endpoint({
  name: 'createOrderView',
  method: 'POST',
  path: '/order-views',
  summary: 'Saves a view, last in the row.',
  access,
  body: z.discriminatedUnion('page', [
    z.object({ ...ofStoreOrders, name, search: StoreOrderViewSearch, is_default: z.boolean().default(false) }),
    z.object({
      ...ofOrders,
      name,
      search: OrderViewSearch,
      columns: OrderColumns,
      is_default: z.boolean().default(false),
    }),
  ]),
  reply: z.object({ data: SavedView }),
  errors: ['conflict'],
});

export const updateOrderView = endpoint({
  name: 'updateOrderView',
  method: 'PATCH',
  path: '/order-views/:id',
  summary: 'Renames a view, saves other filters or columns in it, or makes it the view that opens first.',
  access,
  params: IdParams,
  body: z.discriminatedUnion('page', [
    z.object({
      ...ofStoreOrders,
      name: name.optional(),
      search: StoreOrderViewSearch.optional(),
      is_default: z.boolean().optional(),
    }),
    z.object({
      ...ofOrders,
      name: name.optional(),
      search: OrderViewSearch.optional(),
      columns: OrderColumns.optional(),
      is_default: z.boolean().optional(),
    }),
  ]),
  reply: z.object({ data: SavedView }),
  errors: ['not-found', 'conflict'],
});

export const deleteOrderView = endpoint({
  name: 'deleteOrderView',
  method: 'DELETE',
  path: '/order-views/:id',
  summary: 'Forgets a view.',
  access,
  params: IdParams,
  reply: Views,
  errors: ['not-found'],
});

export const sortOrderViews = endpoint({
  name: 'sortOrderViews',
  method: 'PUT',
  path: '/order-views',
  summary: 'Puts the views into this order; those left out follow.',
  access,
  body: z.object({ ids: z.array(Id).max(2 * maxViews) }),
  reply: Views,
});
