import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';

/** A request waits so long for its own update of the store. */
export const firstTryMs = 3_000;

/** Who updates the store first: the request that changed what it should show, or a job at once. */
type UpdatedBy = 'request' | 'job';

/** What every request for a change in the store needs. Without `by`, a job updates the store. */
export type StoreRequest = Pick<Context, 'jobs'> & { readonly now: Date; readonly by?: UpdatedBy };

/** Requests the job that updates the store, in the transaction that changes what the store should show. */
export function requestStoreUpdate(trx: Db, shopId: string, { jobs, now, by = 'job' }: StoreRequest): Promise<void> {
  const at = by === 'job' ? now : new Date(now.getTime() + firstTryMs);
  return jobs.request(trx, 'store-updates', { shopId, at });
}
