import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, IdParams } from './ids.ts';
import { ShipmentsQuery } from './shipments.ts';

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
  'delivered',
  'by',
]);
export type OrderColumn = z.infer<typeof OrderColumn>;

export const usualColumns: readonly OrderColumn[] = [
  'status',
  'number',
  'order',
  'customer',
  'city',
  'cod',
  'booked',
  'delivered',
  'by',
];

/** The columns that are shown, in their order. */
export const OrderColumns = z
  .array(OrderColumn)
  .min(1, 'Show at least one column')
  .max(OrderColumn.options.length, `A view has a maximum of ${OrderColumn.options.length} columns`)
  .transform((columns) => [...new Set(columns)]);

/** Ranges that mean other days tomorrow. */
export const MovingRange = z.enum([
  'Today',
  'Yesterday',
  'Last 7 days',
  'Current Month',
  'Last Month',
  'Last 6 Months',
  'This Year',
  'Last Year',
]);
export type MovingRange = z.infer<typeof MovingRange>;

/** Filters and order of a view; a moving range stands for the days it means when the view is opened. */
export const OrderViewSearch = ShipmentsQuery.omit({ page: true }).extend({
  booked: MovingRange.optional().catch(undefined),
  delivered: MovingRange.optional().catch(undefined),
});
export type OrderViewSearch = z.output<typeof OrderViewSearch>;

export const mostOrderViews = 30;

const name = z.string().trim().min(1, 'Name the view').max(30, 'At most 30 characters');

/** A named way of a person to look at the orders list. */
export const OrderView = z.object({
  id: Id,
  name: z.string(),
  search: OrderViewSearch,
  columns: z.array(OrderColumn),
  /** Opens when the orders page is opened without anything else. */
  is_default: z.boolean(),
});
export type OrderView = z.infer<typeof OrderView>;

const Views = z.object({ data: z.array(OrderView) });

export const getOrderViews = endpoint({
  name: 'getOrderViews',
  method: 'GET',
  path: '/order-views',
  summary: 'The saved views of the person who asks, in their order.',
  access: ['READ_ORDERS'],
  reply: Views,
});

export const createOrderView = endpoint({
  name: 'createOrderView',
  method: 'POST',
  path: '/order-views',
  summary: 'Saves a view, last in the row.',
  access: ['READ_ORDERS'],
  body: z.object({ name, search: OrderViewSearch, columns: OrderColumns, is_default: z.boolean().default(false) }),
  reply: z.object({ data: OrderView }),
  errors: ['conflict'],
});

export const updateOrderView = endpoint({
  name: 'updateOrderView',
  method: 'PATCH',
  path: '/order-views/:id',
  summary: 'Renames a view, saves other filters or columns in it, or makes it the one that opens by itself.',
  access: ['READ_ORDERS'],
  params: IdParams,
  body: z.object({
    name: name.optional(),
    search: OrderViewSearch.optional(),
    columns: OrderColumns.optional(),
    is_default: z.boolean().optional(),
  }),
  reply: z.object({ data: OrderView }),
  errors: ['not-found', 'conflict'],
});

export const deleteOrderView = endpoint({
  name: 'deleteOrderView',
  method: 'DELETE',
  path: '/order-views/:id',
  summary: 'Forgets a view.',
  access: ['READ_ORDERS'],
  params: IdParams,
  reply: Views,
  errors: ['not-found'],
});

export const sortOrderViews = endpoint({
  name: 'sortOrderViews',
  method: 'PUT',
  path: '/order-views',
  summary: 'Puts the views into this order; those left out follow.',
  access: ['READ_ORDERS'],
  body: z.object({ ids: z.array(Id).max(mostOrderViews) }),
  reply: Views,
});
