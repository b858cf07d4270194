import type { PostBooking } from '@courierdesk/contract/booking';
import type { ShipmentRow } from '../shipments/shipment-row.ts';
import type { DesiredStateRow } from './find-store-updates.ts';

/** One state for all store orders of the shipment: the worst of them. */
export function presentStoreUpdate(shipment: ShipmentRow, updates: readonly DesiredStateRow[]): PostBooking['store'] {
  if (updates.length === 0) {
    return shipment.booking_state === 'booked' || shipment.booking_state === 'cancelling'
      ? { state: 'not-needed', message: 'Another booking of this order speaks for it in the store now.' }
      : { state: 'not-needed', message: 'The store is told when the booking is certain.' };
  }
  const worst =
    updates.find((one) => one.state === 'failed') ??
    updates.find((one) => one.state === 'conflict') ??
    updates.find((one) => one.state === 'due');
  if (!worst) {
    const [done] = updates;
    return { state: 'done', message: done?.fulfilled ? 'Fulfilled on Shopify.' : 'Unfulfilled from Shopify.' };
  }
  if (worst.state === 'due')
    return { state: 'under-way', message: worst.message || 'The store is being told; this goes on by itself.' };
  return { state: worst.state === 'failed' ? 'failed' : 'conflict', message: worst.message };
}

/** The store emails the customer with the first fulfilment, if the booking asked for it. */
export function presentCustomerNotice(
  shipment: ShipmentRow,
  updates: readonly DesiredStateRow[],
): PostBooking['customer'] {
  if (!shipment.notify_customer) return { state: 'not-needed', message: 'Not told: that was switched off.' };
  if (shipment.status === 'CANCELLED') return { state: 'not-needed', message: 'Not told about the cancellation.' };
  const { state } = presentStoreUpdate(shipment, updates);
  if (state === 'done') return { state, message: 'The store was asked to send its shipping notice.' };
  if (state === 'not-needed') return { state, message: 'Told when the booking is certain.' };
  return { state, message: 'The store sends its notice once it is fulfilled there.' };
}
