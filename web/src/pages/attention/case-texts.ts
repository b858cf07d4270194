import type { AttentionKind } from '@courierdesk/contract/attention';

/** Short names of the kinds of cases. */
export const kindName: Record<AttentionKind, string> = {
  uncertain: 'Booking not certain',
  'two-consignments': 'More than one consignment',
  'late-consignment': 'Late consignment',
  'store-update-failed': 'Store update failed',
  'store-conflict': 'Store differs',
  'changed-after-booking': 'Changed after booking',
  'cancelled-by-courier': 'Cancelled by the courier',
  'moving-after-cancel': 'Moving after cancellation',
  'void-at-courier': 'Void at the courier',
  'cancel-unclear': 'Cancellation not certain',
  'cancel-refused': 'Not cancelled',
  'no-news': 'No news for 30 days',
  'unknown-status': 'Status not known',
  'unknown-number': 'Number not known',
  'returned-after-paid': 'Paid, but returned',
  'end-contradicted': 'Courier contradicts itself',
  'other-cod-at-courier': 'Other COD at the courier',
};
