import { courierName } from '@courierdesk/contract/companies';
import type { MergedOrderData } from '@courierdesk/contract/order-data';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { missingOrdersText } from '../../../parts/shipments/missing-orders-text.ts';
import { Notice } from '../../../ui/notice.tsx';
import styles from './notices.module.css';
import {
  ConfirmBox,
  StaleOrderNotice,
  RestoredDraftNotice,
  VoidNotice,
  WarningsNotice,
  WithheldCustomerNotice,
} from './booking-notices.tsx';
import { CorrectionsNotice } from './corrections-notice.tsx';
import { LeaveOut } from './leave-out.tsx';
import type { BookingFormState } from '../form-state/use-booking-form.ts';

type Merged = MergedOrderData;
type Order = Merged['orders'][number];

/** Warnings above the form of a merge. */
export function MergeNotices({ booking, merged }: { booking: BookingFormState; merged: Merged }) {
  const returned = merged.orders.filter((order) => order.held_by?.returned);
  return (
    <div className={styles.notices}>
      <StaleOrderNotice order={booking.order} several />
      <WithheldCustomerNotice orders={merged.orders} />
      {merged.missing.length > 0 && <Notice tone="warning">{missingOrdersText(merged.missing)}</Notice>}
      {merged.orders.map((order) => (
        <BlockedOrder key={order.id} order={order} merged={merged} />
      ))}
      {booking.asked.returned.length > 0 && (
        <Notice tone="warning">
          {returned.map((order) => order.name).join(', ') || 'One of these orders'} went out before and came back.
          <ConfirmBox
            booking={booking}
            issues={booking.asked.returned}
            field="confirm_returned"
            label="Send the returned items again with this parcel"
          />
        </Notice>
      )}
      {merged.differences.length > 0 && (
        <Notice tone="warning">
          <strong>Check that this is one customer.</strong> {differing(merged.differences)} differ between the orders.
          The parcel goes to the name, phone and address on this form.
        </Notice>
      )}
      <WarningsNotice booking={booking} />
      <VoidNotice booking={booking} />
      <CorrectionsNotice booking={booking} />
      <RestoredDraftNotice booking={booking} />
    </div>
  );
}

/** Why an order cannot be booked now, and a link to merge without it. */
function BlockedOrder({ order, merged }: { order: Order; merged: Merged }) {
  const { held_by: by } = order;
  if (order.state === 'ready' || by?.returned) return null;
  return (
    <Notice
      tone={order.state === 'fulfilled' ? 'success' : 'warning'}
      action={
        <>
          {by && (
            <Button
              variant="default"
              size="compact-sm"
              renderRoot={(props) => <Link to="/dashboard/post-booking" search={{ id: by.shipment_id }} {...props} />}
            >
              {by.tracking_number ? `Open ${by.tracking_number}` : 'View status'}
            </Button>
          )}
          <LeaveOut order={order} merged={merged} />
        </>
      }
    >
      {reason(order)}
    </Notice>
  );
}

function reason({ name, state, held_by: by }: Order): string {
  if (state === 'cancelled') return `${name} was cancelled in the store. It cannot be booked.`;
  if (state === 'nothing-to-ship') return `${name} has no items to ship.`;
  if (state === 'fulfilled' || !by) return `${name}: Order is already fulfilled on Shopify.`;
  const courier = courierName(by.company);
  if (by.booking_state === 'booked' && by.tracking_number)
    return `${name} is already booked with ${courier}: ${by.tracking_number}.`;
  if (by.booking_state === 'cancelling') return `The booking of ${name} with ${courier} is being cancelled.`;
  if (by.booking_state === 'uncertain')
    return `${courier} did not answer when ${name} was booked. It may or may not be booked; we are checking.`;
  return `${name} is being booked with ${courier} right now.`;
}

const differenceName: Record<Merged['differences'][number], string> = {
  name: 'names',
  phone: 'phones',
  address: 'addresses',
  city: 'cities',
};

/** `Names, phones and addresses` */
function differing(differences: Merged['differences']): string {
  const names = differences.map((one) => differenceName[one]);
  const text = names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : (names[0] ?? '');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
