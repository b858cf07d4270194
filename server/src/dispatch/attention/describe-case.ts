import { courierName } from '@courierdesk/contract/companies';
import type { AttentionAction, AttentionKind } from '@courierdesk/contract/attention';
import { formatRupees } from '@courierdesk/contract/money';
import * as z from 'zod';
import type { ShipmentRow } from '../../shipments/record/shipment-row.ts';
import { canReceiveReturn, collectsCod } from '../../shipments/record/shipment-state.ts';

const CaseDetail = z.object({
  message: z.string().default(''),
  tracking_numbers: z.array(z.string()).default([]),
  /** At the courier, in whole rupees. */
  cod: z.number().int().nullable().default(null),
  changes: z.array(z.object({ field: z.string(), was: z.string(), now: z.string() })).default([]),
});
type CaseDetail = z.output<typeof CaseDetail>;

/** What a case stores besides its kind. Parts that cannot be read count as missing, and `isReadable` is false then. */
export function readCaseDetail(stored: unknown): CaseDetail & { readonly isReadable: boolean } {
  const { data, error } = CaseDetail.safeParse(stored);
  if (data) return { ...data, isReadable: true };
  const unreadable = new Set(error.issues.map(({ path }) => path[0]));
  const readable = Object.entries(Object(stored)).filter(([name]) => !unreadable.has(name));
  return { ...CaseDetail.parse(Object.fromEntries(readable)), isReadable: false };
}

type CaseTexts = { readonly whatHappened: string; readonly whatIsProtected: string; readonly whatNext: string };

/** The three sentences that a person reads about a case. */
export function describeCase(
  kind: AttentionKind,
  row: ShipmentRow & { readonly resolves_itself: boolean },
  { message, tracking_numbers: numbers, cod }: CaseDetail,
): CaseTexts {
  const courier = courierName(row.company);
  const portal = `the ${courier} portal`;
  const order = row.order_name;
  const number = row.tracking_number ?? '';
  const codAtCourier = cod === null ? 'another amount' : formatRupees(cod);
  switch (kind) {
    case 'uncertain':
      return {
        whatHappened: `${courier} did not confirm the booking of ${order}.${message && ` ${message}.`}`,
        whatIsProtected: 'The order is locked, so it cannot be booked twice.',
        whatNext: row.resolves_itself
          ? `We’ll keep looking for ${row.reference} at ${courier}. If you see it in ${portal}, enter its tracking number.`
          : `Look for ${row.reference} in ${portal}. If it is there, enter its tracking number. If not, unlock the order.`,
      };
    case 'two-consignments':
      return {
        whatHappened:
          numbers.length === 1
            ? `${courier} shows ${numbers.join()} for ${order}, but ${message || 'its COD, phone or date is different.'}`
            : `${courier} shows ${numbers.join(', ') || 'several numbers'} for ${order}. We cannot tell which one is correct.`,
        whatIsProtected: 'The order is locked, and no number was linked to it.',
        whatNext: `Choose the correct number. Cancel any other in ${portal}.`,
      };
    case 'late-consignment':
      return {
        whatHappened: `${courier} has booked ${numbers.join(', ')} for ${order} after all. We had closed that booking.`,
        whatIsProtected: 'It is not linked to the order. A newer booking is unaffected.',
        whatNext: 'If the order has no other booking, keep this one. Otherwise cancel it, or two parcels may be sent.',
      };
    case 'store-update-failed':
      return {
        whatHappened: `Store update failed for ${number || order}. ${message}`,
        whatIsProtected: 'The courier booking is unaffected.',
        whatNext: row.resolves_itself
          ? 'We’ll retry automatically. You can also retry now, or update the order in the store yourself.'
          : 'Fix the order in the store, then retry. Or dismiss this case.',
      };
    case 'store-conflict':
      return {
        whatHappened: `The store shows something else: ${message}`,
        whatIsProtected:
          row.status === 'CANCELLED' ? 'The booking stays cancelled.' : 'The courier booking is unaffected.',
        whatNext: 'Check the order in the store. Then retry, or dismiss this case.',
      };
    case 'changed-after-booking':
      return {
        whatHappened: `${order} changed in the store after it was booked.`,
        whatIsProtected: `Parcel ${number} is unchanged.`,
        whatNext: row.final
          ? `${number} can no longer be cancelled. Added items can be booked in a parcel of their own. Otherwise dismiss this case.`
          : 'If the change matters, cancel the booking and book again. Added items can also be booked in a parcel of their own. Otherwise dismiss this case.',
      };
    case 'cancelled-by-courier':
      return {
        whatHappened: `${courier} cancelled ${number}: ${message}`,
        whatIsProtected: 'The order is free to book again. We unfulfil it in the store.',
        whatNext: 'If the customer still wants the order, book it again.',
      };
    case 'moving-after-cancel':
      return {
        whatHappened: `${number} was cancelled, but ${courier} reports: ${message}`,
        whatIsProtected:
          'The customer may still receive this parcel. Booking the order again asks whether it was stopped.',
        whatNext: `Ask ${courier} to stop the parcel before you book again.`,
      };
    case 'void-at-courier':
      return {
        whatHappened: `${number} is cancelled here, but ${courier} still holds the number.`,
        whatIsProtected: 'The order is free to book again. We unfulfil it in the store.',
        whatNext: `Void the number in ${portal}, or do not hand over the parcel. We’ll keep tracking it.`,
      };
    case 'cancel-unclear':
      return {
        whatHappened: `${courier} did not confirm that ${number} is cancelled. ${message}`,
        whatIsProtected: 'The order stays locked until we know.',
        whatNext: `${row.resolves_itself ? 'We’ll keep asking. You can also look' : 'Look'} in ${portal}, and tell us what it shows.`,
      };
    case 'cancel-refused':
      return {
        whatHappened: `${courier} did not cancel ${number}: ${message}`,
        whatIsProtected: 'The booking is unchanged, here and in the store.',
        whatNext: `Ask ${courier} to stop the parcel. Or send it and dismiss this case.`,
      };
    case 'no-news':
      return {
        whatHappened: `${courier} has reported nothing new about ${number} for 30 days.`,
        whatIsProtected: 'We stopped checking it. The order stays locked, so it cannot be booked twice.',
        whatNext: canReceiveReturn(row)
          ? `If the parcel is back with you, mark the return as received. Then you can book the order again. Otherwise ask ${courier} where it is.`
          : `Ask ${courier} where the parcel is. If it was never picked up, cancel the booking.`,
      };
    case 'returned-after-paid':
      return {
        whatHappened: `${number} came back, but it is marked as paid: ${message}.`,
        whatIsProtected: 'The payment is unchanged.',
        whatNext: `Ask ${courier} whether it was paid. If not, mark it as unpaid with an import of payments.`,
      };
    case 'end-contradicted':
      return {
        whatHappened:
          row.status === 'DELIVERED'
            ? `${number} was delivered, but now ${courier} reports: ${message}`
            : `${number} came back, but now ${courier} reports: ${message}`,
        whatIsProtected: 'Status and payment are unchanged until you decide.',
        whatNext: `Ask ${courier} what is right, and tell us here.`,
      };
    case 'other-cod-at-courier':
      return {
        whatHappened:
          row.status === 'DELIVERED'
            ? `${courier} delivered ${number} with ${codAtCourier} to collect, but it was booked with ${formatRupees(row.cod)}.`
            : `${courier} is to collect ${codAtCourier} for ${number}, but it was booked with ${formatRupees(row.cod)}.`,
        whatIsProtected: 'Our amount is unchanged: payments are compared with it.',
        whatNext: `If you changed the amount at ${courier}, use it here too. If not, ask ${courier} ${row.status === 'DELIVERED' ? 'what it collected' : 'to correct it before the delivery'}.`,
      };
    case 'unknown-number':
      return {
        whatHappened: `${courier} still does not know ${number}, the number that was given for ${order}.`,
        whatIsProtected: 'The order stays locked, so it cannot be booked twice. We keep checking the number.',
        whatNext: `Look for the parcel in ${portal}. If the number is wrong, cancel this booking and fulfil the order with the right one.`,
      };
    case 'unknown-status':
      return {
        whatHappened: `${courier} reports “${message}” for ${number}. We do not know these words.`,
        whatIsProtected: 'The status is the last one that we know. We keep checking the parcel.',
        whatNext: `If the words mean that it was delivered or comes back, ask ${courier}, and tell us the words.`,
      };
  }
}

/** The buttons that a case offers. */
export function caseActions(kind: AttentionKind, row: ShipmentRow): AttentionAction[] {
  switch (kind) {
    case 'uncertain':
      return row.booking_state === 'uncertain' ? ['give-number', 'release', 'cancel-when-found'] : ['dismiss'];
    case 'two-consignments':
      return ['give-number', 'release'];
    case 'late-consignment':
      return ['keep-late', 'cancel-late', 'dismiss'];
    case 'store-update-failed':
    case 'store-conflict':
      return ['retry-store', 'dismiss'];
    case 'changed-after-booking':
      return row.final ? ['dismiss'] : ['cancel-and-rebook', 'dismiss'];
    case 'cancelled-by-courier':
      return ['rebook', 'dismiss'];
    case 'no-news':
      return canReceiveReturn(row) ? ['return-received', 'dismiss'] : ['dismiss'];
    case 'cancel-unclear':
      return row.booking_state === 'cancelling' ? ['confirm-cancelled', 'keep-booking'] : ['dismiss'];
    case 'end-contradicted':
      return row.status === 'DELIVERED' ? ['return-received', 'dismiss'] : ['delivered', 'dismiss'];
    case 'moving-after-cancel':
      return ['return-received', 'delivered', 'dismiss'];
    case 'other-cod-at-courier':
      return collectsCod(row) ? ['take-cod', 'dismiss'] : ['dismiss'];
    case 'void-at-courier':
    case 'cancel-refused':
    case 'unknown-status':
    case 'unknown-number':
    case 'returned-after-paid':
      return ['dismiss'];
  }
}
