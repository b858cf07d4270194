import { OrderRef } from '@courierdesk/contract/booking';
import { maxBatchOrders } from '@courierdesk/contract/batches';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, Navigate } from '@tanstack/react-router';
import { newBatchQuery } from '../../api/batches.ts';
import { hasCode } from '../../lib/failures.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { FullSpinner } from '../../ui/full-spinner.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { NoBatch } from './no-batch.tsx';

const route = getRouteApi('/dashboard/batches/new');

/** Makes a batch of the orders in the address and goes to it: where the store admin's selection leads. */
export function NewBatchPage() {
  const refs = (route.useSearch()['ids[]'] ?? []).map((id) => OrderRef.safeParse(id).data);
  const ids = [...new Set(refs.filter((ref) => ref !== undefined))];
  const [only, ...others] = ids;
  if (refs.length === 0)
    return (
      <NoBatch text="No orders were chosen">
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
      <NoBatch text={`At most ${maxBatchOrders.toLocaleString('en-US')} orders go into one batch`}>
        {ids.length.toLocaleString('en-US')} were chosen. Choose fewer at a time.
      </NoBatch>
    );
  return <Making ids={ids} />;
}

function Making({ ids }: { ids: readonly string[] }) {
  const made = useQuery(newBatchQuery(ids));
  const toBatch = made.data && ({ to: '/dashboard/batches/$batchId', params: { batchId: made.data.data.id } } as const);
  if (toBatch && made.data?.missing.length === 0) return <Navigate {...toBatch} replace />;
  if (hasCode(made.error, 'not-found'))
    return (
      <NoBatch text="Oops! We have found no order(s) corresponding to these id(s).">
        They may not have been read from the store yet.
      </NoBatch>
    );
  return (
    <Page title="Book orders" back={{ to: '/dashboard/shopify/orders', label: 'store orders' }}>
      {toBatch && made.data && (
        <Notice
          tone="warning"
          action={
            <Button size="compact-sm" renderRoot={(props) => <Link {...toBatch} replace {...props} />}>
              Go on with the others
            </Button>
          }
        >
          {made.data.missing.length === 1
            ? `One of the orders was not found and is left out: ${made.data.missing[0]}.`
            : `${made.data.missing.length} of the orders were not found and are left out: ${made.data.missing.join(', ')}.`}
        </Notice>
      )}
      {made.isError && (
        <ErrorState
          error={made.error}
          title="These orders could not be opened"
          retry={made.refetch}
          retrying={made.isFetching}
        />
      )}
      {made.isPending && <FullSpinner label={`Putting ${ids.length} orders on a sheet`} />}
    </Page>
  );
}
