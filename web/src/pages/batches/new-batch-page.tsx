import { OrderRef } from '@courierdesk/contract/order-data';
import { maxBatchOrders } from '@courierdesk/contract/batches';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, Navigate } from '@tanstack/react-router';
import { newBatchQuery } from '../../api/batches.ts';
import { countText, formatCount } from '@courierdesk/contract/count-text';
import { hasCode } from '../../lib/failures.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { FullSpinner } from '../../ui/full-spinner.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { NoBatch } from './no-batch.tsx';

const route = getRouteApi('/dashboard/batches/new');

/** Creates a batch from the order ids in the URL and opens it. The store admin's selection links here. */
export function NewBatchPage() {
  const refs = (route.useSearch()['ids[]'] ?? []).map((id) => OrderRef.safeParse(id).data);
  const ids = [...new Set(refs.filter((ref) => ref !== undefined))];
  const [only, ...others] = ids;
  if (refs.length === 0)
    return (
      <NoBatch text="No orders selected">
        Select orders in the list of store orders, then choose Book. Or select them in the store, then Book with
        Courierdesk.
      </NoBatch>
    );
  if (!only || refs.includes(undefined))
    return (
      <NoBatch text="Invalid id entered">Open the orders from the list of store orders, or from the store.</NoBatch>
    );
  if (others.length === 0) return <Navigate to="/dashboard/order/book" search={{ id: only }} replace />;
  if (ids.length > maxBatchOrders)
    return (
      <NoBatch text={`Maximum ${formatCount(maxBatchOrders)} orders per batch`}>
        You selected {formatCount(ids.length)}. Select fewer orders.
      </NoBatch>
    );
  return <CreatingBatch ids={ids} />;
}

function CreatingBatch({ ids }: { ids: readonly string[] }) {
  const made = useQuery(newBatchQuery(ids));
  const toBatch = made.data && ({ to: '/dashboard/batches/$batchId', params: { batchId: made.data.data.id } } as const);
  if (toBatch && made.data?.missing.length === 0) return <Navigate {...toBatch} replace />;
  if (hasCode(made.error, 'not-found'))
    return (
      <NoBatch text="Oops! We have found no order(s) corresponding to these id(s).">
        They may not have arrived from the store yet.
      </NoBatch>
    );
  return (
    <Page title="Book orders" back={{ to: '/dashboard/shopify/orders', label: 'store orders' }}>
      {toBatch && made.data && (
        <Notice
          tone="warning"
          action={
            <Button size="compact-sm" renderRoot={(props) => <Link {...toBatch} replace {...props} />}>
              Continue with the others
            </Button>
          }
        >
          {made.data.missing.length === 1
            ? `1 order was not found and will be skipped: ${made.data.missing[0]}.`
            : `${made.data.missing.length} orders were not found and will be skipped: ${made.data.missing.join(', ')}.`}
        </Notice>
      )}
      {made.isError && (
        <ErrorState
          error={made.error}
          title="We couldn’t open these orders"
          retry={made.refetch}
          retrying={made.isFetching}
        />
      )}
      {made.isPending && <FullSpinner label={`Preparing ${countText(ids.length, 'order')}`} />}
    </Page>
  );
}
