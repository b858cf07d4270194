import type { AccountChoice } from '@courierdesk/contract/courier-accounts';
import { Button } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { Page } from '../../../ui/page.tsx';
import { useEnterMovesOn } from '../../../ui/forms/use-enter-moves-on.ts';
import { UnsavedGuard } from '../../../ui/forms/unsaved-guard.tsx';
import { When } from '../../../ui/dates/when.tsx';
import type { BookingSubject } from '../form-state/booking-subject.ts';
import { MergeNotices } from './merge-notices.tsx';
import { MergedOrders } from './merged-orders.tsx';
import { BookingNotices } from './booking-notices.tsx';
import { BookingSummary } from '../summary/booking-summary.tsx';
import { OrderChangedDialog } from './order-changed-dialog.tsx';
import { ParcelSection } from '../sections/parcel-section.tsx';
import { MoneySection } from '../sections/money-section.tsx';
import { RecipientSection } from '../sections/recipient-section.tsx';
import { SkipOrder } from '../navigation/skip-order.tsx';
import { useBookingForm } from '../form-state/use-booking-form.ts';
import { useBackToList } from '../navigation/use-back-to-list.ts';
import { DestinationSection } from '../sections/destination-section.tsx';
import styles from './booking-form.module.css';

/** The booking form of one order or a merge, in the order a person checks it: who, where, what, how much. */
export function BookingForm({ subject, accounts }: { subject: BookingSubject; accounts: readonly AccountChoice[] }) {
  const { order, merged } = subject;
  const booking = useBookingForm(subject, accounts);
  const form = useEnterMovesOn();
  const back = useBackToList();
  return (
    <Page
      title={merged ? 'Merge orders' : `Book ${order.order_name}`}
      help={merged ? 'merge-orders' : 'order-booking'}
      back={back}
      aside={
        merged ? (
          `${merged.orders.length} orders, one parcel`
        ) : (
          <>
            Placed <When at={order.createdAt} form="ago" />
          </>
        )
      }
      tools={
        !merged && (
          <>
            <SkipOrder order={order} />
            {order.store_url && (
              <Button
                variant="default"
                component="a"
                href={order.store_url}
                target="_blank"
                rel="noreferrer"
                aria-label="Open in the store"
                className={styles.storeLink}
              >
                <span className={styles.storeWord}>Open in the store</span>
                <IconExternalLink size={16} aria-hidden />
              </Button>
            )}
          </>
        )
      }
    >
      {/* Only the button and Ctrl+Enter book, so the form has no submit button. */}
      <form
        ref={form}
        className={styles.form}
        onSubmit={(event) => event.preventDefault()}
        noValidate
        aria-label={`Book ${order.order_name}`}
      >
        {merged ? <MergeNotices booking={booking} merged={merged} /> : <BookingNotices booking={booking} />}
        <div className={styles.columns}>
          <div className={styles.sections}>
            {merged && <MergedOrders booking={booking} merged={merged} />}
            <RecipientSection booking={booking} />
            <DestinationSection booking={booking} />
            <ParcelSection booking={booking} />
            <MoneySection booking={booking} />
          </div>
          <BookingSummary booking={booking} />
        </div>
      </form>
      {booking.changed && (
        <OrderChangedDialog
          title={merged ? 'These orders were changed' : `${order.order_name} was changed in the store`}
          change={booking.changed}
          onClose={booking.closeChanges}
          onTakeStore={booking.takeStoreValues}
          onBookAsTyped={booking.bookAsTyped}
        />
      )}
      <UnsavedGuard dirty={() => booking.typed && !booking.isSentOrSending()} />
    </Page>
  );
}
