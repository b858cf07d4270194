import { OrderRef } from '@courierdesk/contract/order-data';
import { maxMergedOrders } from '@courierdesk/contract/merging';
import { useTimeout } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { activeAccountsQuery } from '../../api/accounts.ts';
import { mergedOrdersQuery } from '../../api/booking.ts';
import { hasCode } from '../../lib/failures.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Page } from '../../ui/page.tsx';
import { showToast } from '../../ui/toasts/toast.ts';
import { BookingForm } from './form/booking-form.tsx';
import { BookingSkeleton } from './form/booking-skeleton.tsx';
import { mergedOrders } from './form-state/booking-subject.ts';
import { NothingToBook } from '../../parts/shipments/nothing-to-book.tsx';
import { useBackToList } from './navigation/use-back-to-list.ts';

const route = getRouteApi('/dashboard/merge-orders');
const title = 'Merge orders';
const noneFound = 'Oops! We have found no order(s) corresponding to these id(s).';

/** Several store orders in one consignment. Their ids are in the URL. */
export function MergePage() {
  const { list, 'ids[]': given = [] } = route.useSearch();
  const refs = given.map((id) => OrderRef.safeParse(id).data);
  const ids = [...new Set(refs.filter((ref) => ref !== undefined))];
  const [only, ...others] = ids;
  if (refs.length === 0) return <NoIds />;
  if (!only || refs.includes(undefined)) return <NothingToBook title={title} text="Invalid id entered" />;
  if (others.length === 0) return <Navigate to="/dashboard/order/book" search={{ id: only, list }} replace />;
  if (ids.length > maxMergedOrders)
    return (
      <NothingToBook title={title} text={`Maximum ${maxMergedOrders} orders per parcel`}>
        You selected {ids.length}. Select fewer orders, or book them one by one.
      </NothingToBook>
    );
  return <OrdersToMerge key={ids.join()} ids={ids} list={list} />;
}

function OrdersToMerge({ ids, list }: { ids: readonly string[]; list: string | undefined }) {
  const back = useBackToList();
  const orders = useQuery(mergedOrdersQuery(ids));
  const accounts = useQuery(activeAccountsQuery);
  const found = orders.data?.ordersData;
  if (accounts.data?.accounts.length === 0) return <Navigate to="/dashboard/create-account-alert" replace />;
  if (hasCode(orders.error, 'not-found')) return <NothingToBook title={title} text={noneFound} />;
  const [only, ...others] = found?.orders ?? [];
  if (found && only && others.length === 0)
    return (
      <>
        <NotFoundToast missing={found.missing} />
        <Navigate to="/dashboard/order/book" search={{ id: only.id, list }} replace />
      </>
    );
  if (found && accounts.data)
    return <BookingForm subject={mergedOrders(ids, found)} accounts={accounts.data.accounts} />;
  const failed = [orders, accounts].find((query) => query.isError);
  return (
    <Page title={title} back={back}>
      {failed ? <ErrorState query={failed} title="We couldn’t open these orders" /> : <BookingSkeleton />}
    </Page>
  );
}

/** Shows on the next page which orders were not found. */
function NotFoundToast({ missing }: { missing: readonly string[] }) {
  useEffect(() => {
    if (missing.length > 0) showToast(`Not found and skipped: ${missing.join(', ')}`, { error: true });
  }, [missing]);
  return null;
}

const redirectAfterMs = 5_000;

function NoIds() {
  const navigate = useNavigate();
  useTimeout(() => void navigate({ to: '/dashboard/orders', replace: true }), redirectAfterMs, { autoInvoke: true });
  return (
    <NothingToBook title={title} text="No orders selected to merge">
      Select several orders of one customer in the list of store orders, then choose Merge. The orders page opens in
      five seconds.
    </NothingToBook>
  );
}
