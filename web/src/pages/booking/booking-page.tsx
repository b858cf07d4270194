import { OrderRef } from '@courierdesk/contract/order-data';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import { activeAccountsQuery } from '../../api/accounts.ts';
import { orderDataQuery } from '../../api/booking.ts';
import { hasCode } from '../../lib/failures.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Page } from '../../ui/page.tsx';
import { useBackToList } from './navigation/use-back-to-list.ts';
import { BookingForm } from './form/booking-form.tsx';
import { BookingSkeleton } from './form/booking-skeleton.tsx';
import { singleOrder } from './form-state/booking-subject.ts';
import { NothingToBook } from '../../parts/shipments/nothing-to-book.tsx';

const route = getRouteApi('/dashboard/order/book');

export function BookingPage() {
  const { id } = route.useSearch();
  if (!id)
    return <NothingToBook title="Book order" text="Oops! We have found no order(s) corresponding to these id(s)." />;
  const ref = OrderRef.safeParse(id);
  if (!ref.success) return <NothingToBook title="Book order" text="Invalid id entered" />;
  return <OrderToBook key={ref.data} orderRef={ref.data} />;
}

function OrderToBook({ orderRef }: { orderRef: string }) {
  const back = useBackToList();
  const order = useQuery(orderDataQuery(orderRef));
  const accounts = useQuery(activeAccountsQuery);
  if (accounts.data?.accounts.length === 0) return <Navigate to="/dashboard/create-account-alert" replace />;
  if (hasCode(order.error, 'not-found'))
    return <NothingToBook title="Book order" text="Oops! We have found no order(s) corresponding to these id(s)." />;
  if (order.data && accounts.data)
    return <BookingForm subject={singleOrder(orderRef, order.data.orderData)} accounts={accounts.data.accounts} />;
  const failed = [order, accounts].find((query) => query.isError);
  return (
    <Page title="Book order" back={back}>
      {failed ? <ErrorState query={failed} title="We couldn’t open this order" /> : <BookingSkeleton />}
    </Page>
  );
}
