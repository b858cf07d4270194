import { courierName } from '@courierdesk/contract/companies';
import { formatFull } from '@courierdesk/contract/dates';
import type { Issue } from '@courierdesk/contract/issues';
import type { OrderData } from '@courierdesk/contract/order-data';
import { Button, Checkbox } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTimeZone } from '../../../lib/time-zone.ts';
import { Notice } from '../../../ui/notice.tsx';
import { BackToList } from '../navigation/back-to-list.tsx';
import { fieldId } from '../../../ui/forms/use-schema-form.ts';
import { CorrectionsNotice } from './corrections-notice.tsx';
import styles from './notices.module.css';
import type { BookingFormState } from '../form-state/use-booking-form.ts';

/** Warnings above the booking form. */
export function BookingNotices({ booking }: { booking: BookingFormState }) {
  const { order } = booking;
  return (
    <div className={styles.notices}>
      <StaleOrderNotice order={order} />
      <WithheldCustomerNotice orders={[order]} />
      {order.state === 'fulfilled' && (
        <Notice tone="success" action={<BackToList />}>
          Order is already fulfilled on Shopify.
        </Notice>
      )}
      {order.state === 'nothing-to-ship' && (
        <Notice tone="info" action={<BackToList />}>
          This order has no items to ship.
        </Notice>
      )}
      {order.state === 'cancelled' && (
        <Notice tone="error" action={<BackToList />}>
          This order was cancelled in the store. It cannot be booked.
        </Notice>
      )}
      {order.state === 'held' && order.held_by && <Held booking={booking} by={order.held_by} />}
      <WarningsNotice booking={booking} />
      <VoidNotice booking={booking} />
      <CorrectionsNotice booking={booking} />
      <RestoredDraftNotice booking={booking} />
    </div>
  );
}

type Asking = { booking: BookingFormState; issues: readonly Issue[] };

/** One tick confirms exactly these warnings. */
export function ConfirmBox(props: Asking & { field: string; label: string }) {
  const { booking, issues, field, label } = props;
  return (
    <Checkbox
      className={styles.check}
      id={fieldId(field)}
      label={label}
      error={booking.form.problems.find((one) => one.field === field)?.message}
      checked={booking.isConfirmed(issues)}
      onChange={(event) => booking.confirm(issues, event.currentTarget.checked)}
    />
  );
}

/** Reasons not to book the order, from the store and from its other parcels. */
export function WarningsNotice({ booking }: { booking: BookingFormState }) {
  const { warnings } = booking.asked;
  if (warnings.length === 0 || booking.blocked) return null;
  return (
    <Notice tone="warning">
      {warnings.map(({ code, subject, msg }) => (
        <p key={`${code} ${subject} ${msg}`} className={styles.warning}>
          {msg}
        </p>
      ))}
      <ConfirmBox booking={booking} issues={warnings} field="confirmed_issues" label="I checked this. Book anyway" />
    </Notice>
  );
}

export function VoidNotice({ booking }: { booking: BookingFormState }) {
  const { order, merged, asked } = booking;
  if (asked.voided.length === 0 || !order.void_needed) return null;
  const number = `${order.void_needed.courier} ${order.void_needed.tracking_number}`;
  return (
    <Notice tone="warning">
      {merged ? 'Orders of this parcel were booked and cancelled here' : 'This order was booked and cancelled here'},
      but the courier still has {number}. Void it in the courier’s portal or ask them to stop the parcel first, or the
      rider may come twice.
      <ConfirmBox
        booking={booking}
        issues={asked.voided}
        field="confirm_voided"
        label={`I voided or stopped ${number}`}
      />
    </Notice>
  );
}

export function RestoredDraftNotice({ booking: { restored, typed, startOver } }: { booking: BookingFormState }) {
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
      We restored what you typed.
    </Notice>
  );
}

/** The store did not respond, or is frozen or locked. */
export function StaleOrderNotice({ order, several = false }: { order: BookingFormState['order']; several?: boolean }) {
  const at = formatFull(order.read_at, useTimeZone());
  if (order.source !== 'mirror') return null;
  return (
    <Notice tone="warning">
      {several
        ? `We can’t reach the store. These are the orders as of ${at}. You can book them. If one has changed since, it appears under Needs attention.`
        : `We can’t reach the store. This is the order as of ${at}. You can book it. If it has changed since, it appears under Needs attention.`}
    </Notice>
  );
}

/** Shopify shares names, phones and addresses only with apps that it has approved for them. */
export function WithheldCustomerNotice({ orders }: { orders: readonly Pick<OrderData, 'problems'>[] }) {
  if (!orders.every((order) => order.problems.includes('customer-withheld'))) return null;
  return (
    <Notice tone="warning">
      {orders.length === 1
        ? 'Shopify sent us no name, phone or address for this order. If the order has them in Shopify, copy them into this form.'
        : 'Shopify sent us no name, phone or address for these orders. If the orders have them in Shopify, copy them into this form.'}
    </Notice>
  );
}

function Held({ booking, by }: { booking: BookingFormState; by: NonNullable<BookingFormState['order']['held_by']> }) {
  const { order, asked } = booking;
  const courier = courierName(by.company);
  const open = (
    <Button
      variant="default"
      size="compact-sm"
      renderRoot={(props) => <Link to="/dashboard/post-booking" search={{ id: by.shipment_id }} {...props} />}
    >
      {by.tracking_number ? `Open ${by.tracking_number}` : 'View status'}
    </Button>
  );
  if (by.booking_state !== 'booked' || !by.tracking_number)
    return (
      <Notice tone="warning" action={open}>
        {by.booking_state === 'cancelling'
          ? `The booking of ${order.order_name} with ${courier} is being cancelled. You can book it again after that.`
          : by.booking_state === 'uncertain'
            ? `${courier} did not answer when ${order.order_name} was booked. It may or may not be booked; we are checking and will not book it again.`
            : `${order.order_name} is being booked with ${courier} right now.`}
      </Notice>
    );
  if (!by.returned)
    return (
      <Notice tone="info" action={open}>
        {order.order_name} is already booked with {courier}: {by.tracking_number}.
      </Notice>
    );
  return (
    <Notice tone="warning" action={open}>
      {order.order_name} came back with {courier} {by.tracking_number}.
      <ConfirmBox
        booking={booking}
        issues={asked.returned}
        field="confirm_returned"
        label="I have the parcel back and want to send it again"
      />
    </Notice>
  );
}
