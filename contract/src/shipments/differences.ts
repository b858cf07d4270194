import * as z from 'zod';
import { DifferenceKind, DifferenceRepairKind } from './difference-kinds.ts';
import { endpoint } from '../http/endpoint.ts';
import { Pagination, Paging } from '../http/paging.ts';
import { Day, Instant } from '../values/dates.ts';
import { Id, IdParams } from '../values/ids.ts';
import { tooLong } from '../values/maximum-texts.ts';

export const Difference = z.object({
  id: Id,
  kind: DifferenceKind,
  order_name: z.string(),
  /** Empty without a parcel or a store order of ours. */
  customer_name: z.string(),
  tracking_number: z.string().nullable(),
  company: z.string(),
  shipment_id: Id.nullable(),
  /** The order in the store admin; empty without a store order. */
  store_url: z.string(),
  /** What each side says; empty where a side says nothing about it. */
  store_says: z.string(),
  courier_says: z.string(),
  we_say: z.string(),
  repair: DifferenceRepairKind,
  state: z.enum(['open', 'repairing', 'dismissed']),
  /** Why it was dismissed, or why the last repair failed. */
  note: z.string(),
  /** An open case in Needs attention is about the same thing. */
  has_case: z.boolean(),
  /** Old and new values of that case, for an order that changed in the store. */
  changes: z.array(z.object({ field: z.string(), was: z.string(), now: z.string() })),
  /** Of its parcel: what can be booked again once the booking is cancelled. */
  store_order_ids: z.array(Id),
  first_seen_at: Instant,
  last_seen_at: Instant,
});
export type Difference = z.infer<typeof Difference>;

export const Comparison = z.object({
  /** The comparison under way; null when there is none. */
  running: z
    .object({
      step: z.enum(['orders', 'parcels', 'fulfilments', 'couriers']),
      /** Of parcels, orders and courier accounts together. */
      done: z.number().int(),
      total: z.number().int(),
      /** The store did not respond; we try again soon. */
      waiting: z.boolean(),
    })
    .nullable(),
  finished_at: Instant.nullable(),
  /** What the last comparison could not read, and why. */
  problems: z.array(z.object({ source: z.string(), message: z.string() })),
  next_at: Instant.nullable(),
  /** The store and the couriers were compared a moment ago: a person can ask again at this time. */
  again_at: Instant.nullable(),
  /** Couriers of the shop whose consignments we can and cannot list. */
  listed_couriers: z.array(z.string()),
  unlisted_couriers: z.array(z.string()),
});
export type Comparison = z.infer<typeof Comparison>;

export const DifferencesQuery = Paging.extend({
  kind: DifferenceKind.optional(),
  state: z.enum(['open', 'dismissed']).default('open').catch('open'),
});
export type DifferencesQuery = z.output<typeof DifferencesQuery>;

const readers = ['READ_ORDERS'] as const;
const repairers = ['WRITE_ORDERS', 'UPDATE_ORDERS'] as const;

export const getDifferences = endpoint({
  name: 'getDifferences',
  method: 'GET',
  path: '/differences',
  summary:
    'What the store, the couriers and Courierdesk say differently, by kind and then oldest first, with the state of the comparison. `counts` are by kind, of the requested state.',
  access: readers,
  query: DifferencesQuery,
  reply: z.object({
    data: z.array(Difference),
    counts: z.array(z.object({ kind: DifferenceKind, count: z.number().int() })),
    open: z.number().int(),
    dismissed: z.number().int(),
    /** Of the open ones: those that are being repaired, and those with a failed repair. */
    repairing: z.number().int(),
    failed: z.number().int(),
    comparison: Comparison,
    pagination: Pagination,
  }),
});

/** Pause between comparisons that people ask for. */
export const comparisonPauseMinutes = 10;

export const startComparison = endpoint({
  name: 'startComparison',
  method: 'POST',
  path: '/comparisons',
  summary: `Compares now. Returns the comparison under way if there is one. At most every ${comparisonPauseMinutes} minutes.`,
  access: repairers,
  reply: z.object({ message: z.string() }),
  mayBeUnderWay: true,
  errors: ['too-many-requests'],
});

/** Most differences of one request. */
const maxRepairsAtOnce = 200;

const Ids = z.array(Id).min(1).max(maxRepairsAtOnce);

export const repairDifferences = endpoint({
  name: 'repairDifferences',
  method: 'POST',
  path: '/difference-repairs',
  summary:
    'Repairs differences of one kind. One is repaired at once, several by the worker. Safe to repeat: a repair that is under way or done is not started again.',
  access: repairers,
  body: z.strictObject({ ids: Ids }),
  reply: z.object({
    message: z.string(),
    /** How many repairs this request started, and how many ended in it. */
    started: z.number().int(),
    done: z.number().int(),
    failed: z.number().int(),
  }),
  mayBeUnderWay: true,
  errors: ['not-found', 'conflict'],
});

const maxReasonLength = 300;

export const DismissalReason = z
  .string({ error: 'Enter a reason' })
  .trim()
  .min(3, 'Enter a reason')
  .max(maxReasonLength, tooLong('Reason', maxReasonLength));

export const dismissDifferences = endpoint({
  name: 'dismissDifferences',
  method: 'POST',
  path: '/difference-dismissals',
  summary: 'Dismisses differences, with a reason. They open again only when something about them changes.',
  access: repairers,
  body: z.strictObject({ ids: Ids, reason: DismissalReason }),
  reply: z.object({ message: z.string(), dismissed: z.number().int() }),
  errors: ['not-found'],
});

export const reopenDifference = endpoint({
  name: 'reopenDifference',
  method: 'DELETE',
  path: '/difference-dismissals/:id',
  summary: 'Opens a dismissed difference again.',
  access: repairers,
  params: IdParams,
  reply: z.object({ message: z.string() }),
  errors: ['not-found'],
});

export const DifferenceRepair = z.object({
  id: Id,
  kind: DifferenceKind,
  order_name: z.string(),
  tracking_number: z.string().nullable(),
  /** What was done: the text of the button. */
  what: z.string(),
  state: z.enum(['waiting', 'done', 'failed']),
  before: z.string(),
  /** What is there now, or why the repair failed. */
  after: z.string(),
  asked_by: z.string(),
  asked_at: Instant,
  finished_at: Instant.nullable(),
});
export type DifferenceRepair = z.infer<typeof DifferenceRepair>;

export const RepairsQuery = Paging.extend({
  from: Day.optional(),
  to: Day.optional(),
});
export type RepairsQuery = z.output<typeof RepairsQuery>;

export const getDifferenceRepairs = endpoint({
  name: 'getDifferenceRepairs',
  method: 'GET',
  path: '/difference-repairs',
  summary:
    'The journal of repairs, newest first: who, when, and what was before and after. Days of the shop’s time zone.',
  access: readers,
  query: RepairsQuery,
  reply: z.object({ data: z.array(DifferenceRepair), pagination: Pagination }),
});
