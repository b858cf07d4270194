import { courierName } from '@courierdesk/contract/companies';
import { formatFull } from '@courierdesk/contract/dates';
import { Button, Checkbox } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTimeZone } from '../../../lib/time-zone.ts';
import { Notice } from '../../../ui/notice.tsx';
import { BackToList } from '../navigation/back-to-list.tsx';
import styles from './notices.module.css';
import type { BookingFormState } from '../form-state/use-booking-form.ts';

/** What a person should know before looking at the form at all. */
export function BookingNotices({ booking }: { booking: BookingFormState }) {
  const { order } = booking;
  return (
    <div className={styles.notices}>
      <OldCopy order={order} />
      {order.state === 'fulfilled' && (
        <Notice tone="success" action={<BackToList />}>
          Order is already fulfilled on Shopify.
        </Notice>
      )}
      {order.state === 'cancelled' && (
        <Notice tone="error" action={<BackToList />}>
          This order was cancelled in the store. It cannot be booked.
        </Notice>
      )}
      {order.state === 'held' && order.held_by && <Held booking={booking} by={order.held_by} />}
      <VoidAsked booking={booking} />
      <StartOver booking={booking} />
    </div>
  );
}

export function VoidAsked({ booking: { form, merged, voidAsked } }: { booking: BookingFormState }) {
  if (!voidAsked) return null;
  return (
    <Notice tone="warning">
      M&amp;P still holds {voidAsked} {merged ? 'for orders of this parcel, whose' : 'for this order, whose'} booking
      was cancelled here. Void it in the M&amp;P portal first, or the rider may come twice.
      <Checkbox
        className={styles.check}
        label={`I voided ${voidAsked} at M&P`}
        {...form.field('confirm_voided', 'checkbox')}
      />
    </Notice>
  );
}

export function StartOver({ booking: { restored, typed, startOver } }: { booking: BookingFormState }) {
  if (!restored || !typed) return null;
  return (
    <Notice
      tone="info"
      action={
        <Button variant="default" size="compact-sm" onClick={startOver}>
          Start over
        </Button>
      }
    >
      What you typed before the reload is still here.
    </Notice>
  );
}

/** The store could not be asked. */
export function OldCopy({ order, several = false }: { order: BookingFormState['order']; several?: boolean }) {
  const at = formatFull(order.read_at, useTimeZone());
  if (order.source !== 'mirror') return null;
  return (
    <Notice tone="warning">
      {several
        ? `The store did not answer. These are the orders as they were at ${at}. You can book them; if one was changed since, you will see that under Needs attention.`
        : `The store did not answer. This is the order as it was at ${at}. You can book it; if it was changed since, you will see that under Needs attention.`}
    </Notice>
  );
}

function Held({ booking, by }: { booking: BookingFormState; by: NonNullable<BookingFormState['order']['held_by']> }) {
  const { order, form, returnedAsked } = booking;
  const courier = courierName(by.company);
  const open = (
    <Button
      variant="default"
      size="compact-sm"
      renderRoot={(props) => <Link to="/dashboard/post-booking" search={{ id: by.shipment_id }} {...props} />}
    >
      {by.tracking_number ? `Open ${by.tracking_number}` : 'See where it stands'}
    </Button>
  );
  if (by.booking_state !== 'booked' || !by.tracking_number)
    return (
      <Notice tone="warning" action={open}>
        {by.booking_state === 'cancelling'
          ? `The booking of ${order.order_name} with ${courier} is being cancelled. It can be booked again once that is done.`
          : by.booking_state === 'uncertain'
            ? `${courier} did not answer when ${order.order_name} was booked. It may or may not be booked; we are checking and will not book it again.`
            : `${order.order_name} is being booked with ${courier} right now.`}
      </Notice>
    );
  if (!returnedAsked)
    return (
      <Notice tone="info" action={open}>
        {order.order_name} is already booked with {courier}: {by.tracking_number}.
      </Notice>
    );
  return (
    <Notice tone="warning" action={open}>
      {order.order_name} came back with {courier} {by.tracking_number}.
      <Checkbox
        className={styles.check}
        label="That parcel is back, and the order is sent again"
        {...form.field('confirm_returned', 'checkbox')}
      />
    </Notice>
  );
}
