import * as z from 'zod';
import type { Access } from '../http/scopes.ts';
import { courierName, isCompany } from '../values/companies.ts';

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

/** Repairs that cannot be undone ask first. The others are one click. */
export const repairAsksFirst: ReadonlySet<DifferenceRepairKind> = new Set<DifferenceRepairKind>([
  'cancel-booking',
  'show-number',
  'mark-paid-in-store',
]);

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

/** What a repair does and what it leaves alone, for the tip of its button and for its dialog. */
export function repairExplanation({
  repair,
  company,
  kind,
}: Pick<Repairable, 'repair' | 'company'> & { readonly kind: DifferenceKind }): string {
  const courier = courierName(company);
  switch (repair) {
    case 'cancel-booking':
      return cancelExplanation(company, courier, kind);
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

/** What to do about a parcel on the road that its courier does not cancel. */
export const stopOrDismiss = (courier: string): string =>
  `Ask ${courier} to stop the parcel. Or let it go on, and dismiss this difference with a reason.`;

function cancelExplanation(company: string, courier: string, kind: DifferenceKind): string {
  const isMoving = kind === 'moving-but-cancelled';
  const then =
    isMoving || kind === 'cancelled-in-store' ? '' : ' The order can then be booked again with its current values.';
  if (company === 'MNP')
    return `M&P does not take cancellations from us. We cancel in the store only.${then} Void the number in the M&P portal, or do not hand over the parcel.`;
  if (!isCompany(company))
    return `${courier} is not connected here. We cancel in the store only.${then} Cancel the parcel with ${courier} yourself.`;
  const refused = isMoving ? ` ${stopOrDismiss(courier)}` : '';
  return `We ask ${courier} to cancel the parcel and unfulfil its order in the store.${then} If ${courier} refuses, nothing changes.${refused}`;
}
