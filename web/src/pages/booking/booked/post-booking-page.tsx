import type { PostBooking } from '@courierdesk/contract/booking';
import { Id } from '@courierdesk/contract/ids';
import { Button, Skeleton } from '@mantine/core';
import { IconPackageOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { shipmentQuery } from '../../../api/booking.ts';
import { hasCode } from '../../../lib/failures.ts';
import { useHasAccess } from '../../../session/use-session.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Notice, StaleNotice } from '../../../ui/notice.tsx';
import { Page } from '../../../ui/page.tsx';
import { BookNext } from '../navigation/book-next.tsx';
import { BookedOrder } from './booked-order.tsx';
import styles from './post-booking.module.css';
import { useBackToList } from '../navigation/use-back-to-list.ts';
import { UnsettledBooking } from './unsettled-booking.tsx';

const route = getRouteApi('/dashboard/post-booking');
/** The list to return to: store orders for people who may book, otherwise orders. */
function useOrigin() {
  const list = useBackToList();
  return useHasAccess(['BOOK_ORDERS']) ? list : ({ to: '/dashboard/orders', search: {}, label: 'orders' } as const);
}

export function PostBookingPage() {
  const { id } = route.useSearch();
  if (!Id.safeParse(id).success || !id) return <NoBooking text={id ? 'Invalid id entered' : 'No booking selected'} />;
  return <Confirmation key={id} id={id} />;
}

function Confirmation({ id }: { id: string }) {
  const query = useQuery(shipmentQuery(id));
  const canBook = useHasAccess(['BOOK_ORDERS']);
  const back = useOrigin();
  const shipment = query.data?.data;
  if (hasCode(query.error, 'not-found')) return <NoBooking text="Booking not found" />;
  if (!shipment)
    return (
      <Page title="Booking" back={back}>
        {query.isError ? <ErrorState query={query} /> : <Waiting />}
      </Page>
    );
  const booked = shipment.booking_state === 'booked' || shipment.booking_state === 'cancelling';
  return (
    <Page
      title={titleOf(shipment)}
      aside={shipment.name}
      back={back}
      width={booked ? 'content' : 'form'}
      action={
        canBook &&
        shipment.store_orders.length > 0 && <BookNext after={shipment.store_orders.map((order) => order.id)} />
      }
    >
      <StaleNotice error={query.error} />
      {booked && refusedByStore(shipment) && shipment.status !== 'CANCELLED' && (
        <Notice
          tone="error"
          action={
            shipment.store.state !== 'out-of-reach' && <Link to="/dashboard/attention">Open in Needs attention</Link>
          }
        >
          The courier has the booking, but Shopify did not mark the order as fulfilled. {shipment.store.message}
        </Notice>
      )}
      {booked ? (
        <BookedOrder shipment={shipment} message={query.data?.message ?? ''} />
      ) : (
        <UnsettledBooking shipment={shipment} message={query.data?.message ?? ''} />
      )}
    </Page>
  );
}

function titleOf(shipment: PostBooking): string {
  const { booking_state: state, status } = shipment;
  if (state !== 'booked' && state !== 'cancelling') return titleOfState[state];
  if (status === 'CANCELLED') return 'Cancelled';
  return refusedByStore(shipment) ? 'Booked, not fulfilled' : titleOfState[state];
}

const refusedByStore = ({ store }: PostBooking): boolean =>
  store.state === 'failed' || store.state === 'conflict' || store.state === 'out-of-reach';

const titleOfState = {
  claimed: 'Booking under way',
  asking: 'Booking under way',
  uncertain: 'Booking not certain',
  rejected: 'Not booked',
  released: 'Not booked',
  booked: 'Fulfilled',
  cancelling: 'Fulfilled',
} as const;

function NoBooking({ text }: { text: string }) {
  const back = useOrigin();
  return (
    <Page title="Booking" back={back}>
      <div role="alert">
        <EmptyState
          icon={<IconPackageOff size={28} stroke={1.5} />}
          title={text}
          action={
            <Button renderRoot={(props) => <Link to={back.to} search={back.search} {...props} />}>
              Go to {back.label}
            </Button>
          }
        />
      </div>
    </Page>
  );
}

const Waiting = () => (
  <div className={styles.card} aria-busy>
    <Skeleton height={12} width={120} mb={16} />
    <Skeleton height={28} width={260} mb={16} />
    <Skeleton height={64} width={300} />
  </div>
);
