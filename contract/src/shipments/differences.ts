import * as z from 'zod';
import { endpoint } from '../http/endpoint.ts';
import { Pagination, Paging } from '../http/paging.ts';
import type { Access } from '../http/scopes.ts';
import { courierName, isCompany } from '../values/companies.ts';
import { Day, Instant } from '../values/dates.ts';
import { Id, IdParams } from '../values/ids.ts';

/** What can differ between the store, the couriers and Courierdesk, in the order in which people should look at it. */
export const DifferenceKind = z.enum([
  /** On the road here, but the store order or the consignment is cancelled. */
  'moving-but-cancelled',
  /** Booked here, but the store order is cancelled. */
  'cancelled-in-store',
  /** The courier will collect COD, but the order is paid in the store. */
  'paid-in-store',
  /** Amount, address or items changed in the store after booking. */
  'changed-in-store',
  /** The store shows the items under another tracking number. */
  'number-differs',
  /** A parcel here, but its order is not fulfilled in the store. */
  'unfulfilled-in-store',
  /** Delivered and paid here, but not paid in the store. */
  'unpaid-in-store',
  /** Fulfilled in the store, but there is no parcel here. */
  'fulfilled-without-parcel',
  /** The courier has a consignment that is not here. */
  'unknown-consignment',
]);
export type DifferenceKind = z.infer<typeof DifferenceKind>;

export const differenceName: Record<DifferenceKind, string> = {
  'moving-but-cancelled': 'On the road, but cancelled',
  'cancelled-in-store': 'Cancelled in the store',
  'paid-in-store': 'Paid in the store',
  'changed-in-store': 'Changed in the store',
  'number-differs': 'Different tracking number',
  'unfulfilled-in-store': 'Not fulfilled in the store',
  'unpaid-in-store': 'Not paid in the store',
  'fulfilled-without-parcel': 'Fulfilled without a parcel',
  'unknown-consignment': 'Only at the courier',
};

/** What a kind means, for people who see it for the first time. */
export const differenceMeaning: Record<DifferenceKind, string> = {
  'moving-but-cancelled': 'The parcel is on the road here, but its order or its booking is cancelled.',
  'cancelled-in-store': 'The parcel is booked, but its order is cancelled in the store.',
  'paid-in-store': 'The courier will collect money for an order that is already paid.',
  'changed-in-store': 'The amount, the address or the items of the order changed after booking.',
  'number-differs': 'The store shows the customer a tracking number that is not ours.',
  'unfulfilled-in-store': 'We have a parcel for an order that is not fulfilled in the store.',
  'unpaid-in-store': 'The courier paid you for a parcel, but its order is not paid in the store.',
  'fulfilled-without-parcel': 'The order is fulfilled in the store, but we have no parcel for it.',
  'unknown-consignment': 'The courier has a parcel of your account that is not in Courierdesk.',
};

export const DifferenceRepairKind = z.enum([
  'cancel-booking',
  'record-cancellation',
  'show-number',
  'fulfil-in-store',
  'mark-paid-in-store',
  'add-parcel',
  'accept-fulfilment',
]);
export type DifferenceRepairKind = z.infer<typeof DifferenceRepairKind>;

const cancels: Access = ['WRITE_ORDERS', 'UPDATE_ORDERS'];
const updates: Access = ['UPDATE_ORDERS'];

/** Who may carry out a repair. */
export const repairAccess: Record<DifferenceRepairKind, Access> = {
  'cancel-booking': cancels,
  'record-cancellation': cancels,
  'show-number': updates,
  'fulfil-in-store': updates,
  'mark-paid-in-store': updates,
  'add-parcel': updates,
  'accept-fulfilment': updates,
};

type Repairable = {
  readonly repair: DifferenceRepairKind;
  readonly order_name: string;
  readonly tracking_number: string | null;
  readonly company: string;
};

/** The button of a repair, where its row says what it is about. */
export const repairButton: Record<DifferenceRepairKind, string> = {
  'cancel-booking': 'Cancel booking',
  'record-cancellation': 'Mark as cancelled',
  'show-number': 'Show our number',
  'fulfil-in-store': 'Fulfil in the store',
  'mark-paid-in-store': 'Mark as paid',
  'add-parcel': 'Add parcel',
  'accept-fulfilment': 'Accept',
};

/** What a repair does, with its subject: for its dialog and the journal. */
export function repairText({ repair, order_name: order, tracking_number: number, company }: Repairable): string {
  switch (repair) {
    case 'cancel-booking':
      return `Cancel booking ${number ?? ''}`;
    case 'record-cancellation':
      return `Mark ${number ?? ''} as cancelled`;
    case 'show-number':
      return `Show ${number ?? ''} in the store`;
    case 'fulfil-in-store':
      return `Fulfil ${order} in the store`;
    case 'mark-paid-in-store':
      return `Mark ${order} as paid in the store`;
    case 'add-parcel':
      return `Add ${courierName(company)} ${number ?? ''}`;
    case 'accept-fulfilment':
      return `Accept ${order} as shipped elsewhere`;
  }
}

/** What a repair does and what it leaves alone, for the dialog before it. */
export function repairExplanation({
  repair,
  company,
  kind,
}: Pick<Repairable, 'repair' | 'company'> & { readonly kind: DifferenceKind }): string {
  const courier = courierName(company);
  switch (repair) {
    case 'cancel-booking':
      return cancelExplanation(company, courier, isCancelledInStore(kind));
    case 'record-cancellation':
      return `We ask ${courier} again. If the parcel is cancelled there, it is cancelled here too, and its order can be booked again.`;
    case 'show-number':
      return 'We cancel the other fulfillment of these items in the store and fulfil them with our number. The customer gets no email.';
    case 'fulfil-in-store':
      return 'We fulfil the order in the store with our number. The customer gets no email.';
    case 'mark-paid-in-store':
      return 'We mark the whole open amount of the order as paid in the store. This can’t be undone in Shopify.';
    case 'add-parcel':
      return 'We add the parcel to Orders and track it. If it belongs to an open order, that order is linked. Nothing is booked.';
    case 'accept-fulfilment':
      return 'The store fulfillment has no tracking number. We accept it and do not show it again. Nothing changes in the store.';
  }
}

const isCancelledInStore = (kind: DifferenceKind): boolean =>
  kind === 'cancelled-in-store' || kind === 'moving-but-cancelled';

function cancelExplanation(company: string, courier: string, isCancelled: boolean): string {
  const then = isCancelled ? '' : ' The order can then be booked again with its current values.';
  if (company === 'MNP')
    return `M&P does not take cancellations from us. We cancel in the store only.${then} Void the number in the M&P portal, or do not hand over the parcel.`;
  if (!isCompany(company))
    return `${courier} is not connected here. We cancel in the store only.${then} Cancel the parcel with ${courier} yourself.`;
  return `We ask ${courier} to cancel the parcel and unfulfil its order in the store.${then} If ${courier} refuses, nothing changes.`;
}

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
  kind: DifferenceKind.optional().catch(undefined),
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
export const maxRepairsAtOnce = 200;

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

export const maxReasonLength = 300;

export const DismissalReason = z
  .string({ error: 'Enter a reason' })
  .trim()
  .min(3, 'Enter a reason')
  .max(maxReasonLength, `Maximum ${maxReasonLength} characters`);

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
  from: Day.optional().catch(undefined),
  to: Day.optional().catch(undefined),
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
