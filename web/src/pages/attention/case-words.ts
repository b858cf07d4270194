import type { AttentionKind } from '@courierdesk/contract/shipments';

/** What kind of case it is, in two or three words. */
export const kindName: Record<AttentionKind, string> = {
  uncertain: 'Booking not certain',
  'two-consignments': 'More than one consignment',
  'late-consignment': 'Late consignment',
  'store-update-failed': 'Store update failed',
  'store-conflict': 'Store says otherwise',
  'changed-after-booking': 'Changed after booking',
  'cancelled-by-courier': 'Cancelled by the courier',
  'moving-after-cancel': 'Moving after its cancel',
  'void-at-courier': 'To be voided at the courier',
  'cancel-unclear': 'Cancel not certain',
  'cancel-refused': 'Not cancelled',
  'no-news': 'No news for 30 days',
};

/** `18 s`, `3 min`, `now` until an instant. */
export function timeUntil(at: string, now: Date): string {
  const seconds = Math.ceil((Date.parse(at) - now.getTime()) / 1000);
  if (seconds <= 0) return 'now';
  return seconds < 90 ? `in ${seconds} s` : `in ${Math.round(seconds / 60)} min`;
}
