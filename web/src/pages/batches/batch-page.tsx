import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import { Skeleton } from '@mantine/core';
import { useEffect } from 'react';
import { activeAccountsQuery } from '../../api/accounts.ts';
import { batchQuery } from '../../api/batches.ts';
import { hasCode } from '../../lib/failures.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { useUser } from '../../session/use-session.ts';
import { Page } from '../../ui/page.tsx';
import { storedEdits } from './edits/stored-edits.ts';
import { NothingToBook } from '../../parts/shipments/nothing-to-book.tsx';
import { OpenBatch } from './open-batch.tsx';

const route = getRouteApi('/dashboard/batches/$batchId');

/** Orders booked together as separate parcels: checked in a sheet, then tracked in the same sheet. */
export function BatchPage() {
  const { batchId } = route.useParams();
  const batch = useQuery(batchQuery(batchId));
  const accounts = useQuery(activeAccountsQuery);
  const isGone = hasCode(batch.error, 'not-found');
  const user = useUser().id;
  useEffect(() => {
    if (isGone) storedEdits(batchId, user).write({});
  }, [isGone, batchId, user]);
  if (accounts.data?.accounts.length === 0) return <Navigate to="/dashboard/create-account-alert" replace />;
  if (isGone || hasCode(batch.error, 'invalid-input'))
    return (
      <NothingToBook title="Book orders" text="Batch not found" back={{ to: '/dashboard/batches', label: 'batches' }}>
        It may have been deleted. Its orders did not change.
      </NothingToBook>
    );
  if (batch.data && accounts.data)
    return <OpenBatch key={batchId} known={batch.data} accounts={accounts.data.accounts} failure={batch.error} />;
  const failed = [batch, accounts].find((query) => query.isError);
  return (
    <Page title="Batch" width="wide" back={{ to: '/dashboard/batches', label: 'batches' }}>
      {failed ? (
        <ErrorState query={failed} />
      ) : (
        <div aria-busy>
          <Skeleton height={24} width={320} mb={16} />
          {Array.from({ length: 10 }, (_, row) => (
            <Skeleton key={row} height={28} mb={9} />
          ))}
        </div>
      )}
    </Page>
  );
}
