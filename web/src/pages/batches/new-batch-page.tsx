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
import { missingOrdersText } from '../../parts/shipments/missing-orders-text.ts';
import { NothingToBook } from '../../parts/shipments/nothing-to-book.tsx';

const route = getRouteApi('/dashboard/batches/new');

/** Creates a batch from the order ids in the URL and opens it. The store admin's selection links here. */
export function NewBatchPage() {
  const refs = (route.useSearch()['ids[]'] ?? []).map((id) => OrderRef.safeParse(id).data);
  const ids = [...new Set(refs.filter((ref) => ref !== undefined))];
  const [only, ...others] = ids;
  if (refs.length === 0)
    return (
      <NothingToBook title="Book orders" text="No orders selected">
        Select orders in the list of store orders, then choose Book. Or select them in the store, then Book with
        Courierdesk.
      </NothingToBook>
    );
  if (!only || refs.includes(undefined))
    return (
      <NothingToBook title="Book orders" text="Invalid id entered">
        Open the orders from the list of store orders, or from the store.
      </NothingToBook>
    );
  if (others.length === 0) return <Navigate to="/dashboard/order/book" search={{ id: only }} replace />;
  if (ids.length > maxBatchOrders)
    return (
      <NothingToBook title="Book orders" text={`Maximum ${formatCount(maxBatchOrders)} orders per batch`}>
        You selected {formatCount(ids.length)}. Select fewer orders.
      </NothingToBook>
    );
  return <CreatingBatch ids={ids} />;
}

function CreatingBatch({ ids }: { ids: readonly string[] }) {
  const made = useQuery(newBatchQuery(ids));
  const toBatch = made.data && ({ to: '/dashboard/batches/$batchId', params: { batchId: made.data.data.id } } as const);
  if (toBatch && made.data?.missing.length === 0) return <Navigate {...toBatch} replace />;
  if (hasCode(made.error, 'not-found'))
    return (
      <NothingToBook title="Book orders" text="Oops! We have found no order(s) corresponding to these id(s).">
        They may not have arrived from the store yet.
      </NothingToBook>
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
          {missingOrdersText(made.data.missing)}
        </Notice>
      )}
      {made.isError && <ErrorState query={made} title="We couldn’t open these orders" />}
      {made.isPending && <FullSpinner label={`Preparing ${countText(ids.length, 'order')}`} />}
    </Page>
  );
}
