import * as z from 'zod';
import { endpoint } from '../http/endpoint.ts';
import { Id } from '../values/ids.ts';
import { StoreOrdersMatch, StoreOrdersTab } from './store-order-filters.ts';
import { tooMany } from '../values/maximum-texts.ts';

/** Maximum number of store orders in one action. */
export const maxSelectedOrders = 5000;
const tooManyOrders = tooMany(maxSelectedOrders, 'orders at once');

/** Large enough for the ids of the largest selection. */
const orderSelectionBodyLimit = 256 * 1024;

/** Maximum number of ids that "book next" leaves out. */
export const maxSkipped = 50;

/** Store orders for one action: those ticked, or all that match the filters of the list, except those unticked. */
export const StoreOrderSelection = z.union([
  z.strictObject({
    ids: z
      .array(Id, { error: 'Choose at least one order' })
      .min(1, 'Choose at least one order')
      .max(maxSelectedOrders, tooManyOrders)
      .transform((ids) => [...new Set(ids)]),
  }),
  z.strictObject({
    matching: StoreOrdersMatch,
    except: z.array(Id).max(maxSelectedOrders, tooManyOrders).default([]),
    /** How many orders the person saw: 409 `conflict` if another number matches now. */
    count: z.number().int().optional(),
  }),
]);
export type StoreOrderSelection = z.output<typeof StoreOrderSelection>;

export const describeStoreOrders = endpoint({
  name: 'describeStoreOrders',
  method: 'POST',
  path: '/store-orders/selection',
  summary: 'The orders of a selection that can be booked, in the order of the list, and what they add up to.',
  access: ['BOOK_ORDERS'],
  body: z.object({ selection: StoreOrderSelection }),
  bodyLimit: orderSelectionBodyLimit,
  reply: z.object({
    data: z.object({
      ids: z.array(Id),
      /** Whole rupees to collect, each order on its own. */
      cod: z.number().int(),
      /** Orders of the selection that cannot be booked now. */
      skipped: z.number().int(),
    }),
  }),
  errors: ['not-found', 'conflict'],
});

export const assignCourierAccount = endpoint({
  name: 'assignCourierAccount',
  method: 'POST',
  path: '/store-orders/assign-account',
  summary:
    'Chooses the courier account of orders, ahead of the courier rules; null leaves the choice to the rules again.',
  access: ['BOOK_ORDERS'],
  body: z.object({ selection: StoreOrderSelection, account_id: Id.nullable() }),
  bodyLimit: orderSelectionBodyLimit,
  reply: z.object({ assigned: z.number().int() }),
  errors: ['not-found', 'account-inactive', 'conflict'],
});

const ids = (most: number) =>
  z
    .string()
    .max(25 * most)
    .transform((text) => text.split(',').filter((id) => id !== ''))
    .pipe(z.array(Id).max(most));

export const getNextStoreOrder = endpoint({
  name: 'getNextStoreOrder',
  method: 'GET',
  path: '/store-orders/next',
  summary:
    'The next order that is ready to book, in the order of the list, after the orders just worked on. Orders whose booking was cancelled in the last hour are left out.',
  access: ['BOOK_ORDERS'],
  query: StoreOrdersMatch.extend({
    /** Ids with commas: the orders just worked on. The search begins after the first of them in the list. */
    after: ids(20),
    /** Ids with commas: orders to leave out, such as those that a person skipped. */
    except: ids(maxSkipped).optional(),
  }),
  reply: z.object({ data: z.object({ id: Id, order_name: z.string() }).nullable() }),
});

const FilterChoice = z.object({
  name: z.string(),
  /** Null: not counted, because the tab has too many. */
  orders: z.number().int().nullable(),
});

export const getStoreOrderChoices = endpoint({
  name: 'getStoreOrderChoices',
  method: 'GET',
  path: '/store-orders/filter-choices',
  summary:
    'Cities and tags of the orders of a tab, with the number of orders that each finds there. A city has the name that couriers give it, and the other spellings of customers.',
  access: ['BOOK_ORDERS'],
  query: z.object({ tab: StoreOrdersTab.default('ready').catch('ready') }),
  reply: z.object({
    data: z.object({
      cities: z.array(FilterChoice.extend({ spellings: z.array(z.string()) })),
      /** Under `all`: those of the orders that wait to be booked. */
      tags: z.array(FilterChoice),
    }),
  }),
});
