import type { Difference } from '@courierdesk/contract/differences';

/** The order is still wanted, with its new values: its booking is cancelled, and the booking form opens. */
export const isBookedAgain = ({ kind, repair, store_order_ids: orders }: Difference): boolean =>
  repair === 'cancel-booking' && (kind === 'changed-in-store' || kind === 'paid-in-store') && orders.length > 0;
