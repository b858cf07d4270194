import { companyName } from '@courierdesk/contract/companies';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { ApiError, messageOf } from '../../../lib/failures.ts';
import { Notice } from '../../../ui/notice.tsx';
import { BackToList } from '../navigation/back-to-list.tsx';
import { isUnanswered } from '../form-state/booking-attempt.ts';
import styles from './booking-summary.module.css';
import type { BookingFormState } from '../form-state/use-booking-form.ts';

/** Why the last attempt failed, what is protected, and what to do. */
export function BookingFailure({ booking }: { booking: BookingFormState }) {
  const { failure } = booking.form;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failure !== undefined) place.current?.scrollIntoView({ block: 'nearest' });
  }, [failure]);
  if (failure === undefined || booking.form.saving) return null;
  if (failure instanceof ApiError && failure.planLimit) return null;
  return (
    <div ref={place} className={styles.failure}>
      <FailureMessage failure={failure} booking={booking} />
    </div>
  );
}

function FailureMessage({ failure, booking }: { failure: unknown; booking: BookingFormState }) {
  const { account, order } = booking;
  const courier = account ? companyName[account.company] : 'The courier';
  if (isUnanswered(failure))
    return (
      <Notice tone="warning" live>
        <p>
          <strong>{whatBroke(failure)}</strong>
        </p>
        The order may or may not be booked. You can safely try again: we never make the same booking twice.
      </Notice>
    );
  if (!(failure instanceof ApiError)) return null;
  const shipmentId = textOf(failure.detail?.['shipment_id']);
  switch (failure.code) {
    case 'courier-rejected':
      return (
        <Notice tone="error" live>
          <strong>{courier} refused this booking</strong>
          <p className={styles.words} dir="auto">
            {textOf(failure.detail?.['courier_words']) ?? failure.message}
          </p>
          Nothing was booked. Fix the problem, or choose another account.
        </Notice>
      );
    case 'order-already-fulfilled':
    case 'nothing-to-ship':
      return (
        <Notice tone="success" live action={<BackToList />}>
          {failure.message}
        </Notice>
      );
    case 'order-already-booked':
      return (
        <Notice tone="warning" live>
          <p>{failure.message}</p>
          {shipmentId && (
            <Button
              variant="default"
              size="compact-sm"
              renderRoot={(props) => <Link to="/dashboard/post-booking" search={{ id: shipmentId }} {...props} />}
            >
              {textOf(failure.detail?.['tracking_number']) ? 'Open that booking' : 'View status'}
            </Button>
          )}
        </Notice>
      );
    default:
      return (
        <Notice tone="error" live>
          {messageOf(failure)}
          {failure.code === undefined && ` ${order.order_name} was not booked.`}
        </Notice>
      );
  }
}

function whatBroke(failure: unknown): string {
  if (failure instanceof ApiError) return 'Courierdesk failed while booking.';
  switch (failure instanceof Error && failure.name) {
    case 'TimeoutError':
      return 'Courierdesk did not answer in time.';
    case 'UnreadableError':
      return 'We could not read the response.';
    default:
      return 'The connection to Courierdesk broke.';
  }
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value ? value : undefined);
