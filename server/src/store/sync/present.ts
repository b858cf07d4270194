import { StoreUpdate, type PostBooking } from '@courierdesk/contract/booking';
import type { ShipmentRow } from '../../shipments/record/shipment-row.ts';
import type { DesiredStateRow } from './find-store-updates.ts';

/** One state for all store orders of the shipment: the worst of them. */
export function presentStoreUpdate(shipment: ShipmentRow, updates: readonly DesiredStateRow[]): PostBooking['store'] {
  if (updates.length === 0) {
    return shipment.booking_state === 'booked' || shipment.booking_state === 'cancelling'
      ? { state: 'not-needed', message: 'The store shows another booking of this order now.' }
      : { state: 'not-needed', message: 'We update the store when the booking is confirmed.' };
  }
  const worst =
    updates.find((one) => one.state === 'failed') ??
    updates.find((one) => one.state === 'conflict') ??
    updates.find((one) => one.state === 'out-of-reach') ??
    updates.find((one) => one.state === 'due');
  if (!worst) {
    const [done] = updates;
    return { state: 'done', message: done?.fulfilled ? 'Fulfilled on Shopify.' : 'Unfulfilled from Shopify.' };
  }
  if (worst.state === 'due')
    return { state: 'under-way', message: worst.message || 'Updating the store. You can leave this page.' };
  return { state: StoreUpdate.shape.state.parse(worst.state), message: worst.message };
}

/** The store emails the customer with the first fulfilment, if the booking asked for it; the shop may email its link too. */
export function presentCustomerNotice(
  shipment: ShipmentRow,
  updates: readonly DesiredStateRow[],
  emailsTrackingLink: boolean,
): PostBooking['customer'] {
  const notice = presentStoreEmail(shipment, updates);
  if (!emailsTrackingLink || shipment.status === 'CANCELLED') return notice;
  if (notice.state === 'not-needed' && !shipment.notify_customer)
    return { state: 'done', message: 'We email the tracking link. Shopify’s email was switched off for this booking.' };
  return { ...notice, message: `${notice.message} We email the tracking link too.` };
}

function presentStoreEmail(shipment: ShipmentRow, updates: readonly DesiredStateRow[]): PostBooking['customer'] {
  if (!shipment.notify_customer)
    return { state: 'not-needed', message: 'No email: it was switched off for this booking.' };
  if (shipment.consignee_email === '')
    return { state: 'not-needed', message: 'No email: the order has no email address.' };
  if (shipment.status === 'CANCELLED') return { state: 'not-needed', message: 'No email about the cancellation.' };
  const { state } = presentStoreUpdate(shipment, updates);
  if (state === 'done') return { state, message: 'Shopify was asked to send its shipping email.' };
  if (state === 'not-needed')
    return { state, message: 'Shopify sends its shipping email when the booking is confirmed.' };
  if (state === 'out-of-reach')
    return { state, message: 'Shopify sends its shipping email when you fulfil the order in the store.' };
  return { state, message: 'Shopify sends its shipping email after fulfilment.' };
}
