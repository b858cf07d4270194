import { z } from 'zod';
import { PlatformError, type PlatformAccess, type PlatformBackfill } from '../platform.ts';
import type { Shopify } from './client.ts';
import { BulkStatus, CountOrders, createdSince, ordersCreatedSince, RecentBulks, StartBulk } from './operations.ts';
import { throwRefusal, UserErrors } from './user-errors.ts';

const busyRetryMs = 60_000;
const running: readonly string[] = ['CREATED', 'RUNNING'];

export async function countOrders(shopify: Shopify, access: PlatformAccess, since: Date): Promise<number> {
  const variables = { query: createdSince(since) };
  const { ordersCount } = await shopify.ask(access, { document: CountOrders, variables, reply: CountReply });
  return ordersCount?.count ?? 0;
}

/**
 * A store runs few exports at once. So after a lost answer or a killed process, we use the export that
 * was started then.
 */
export async function startBackfill(
  shopify: Shopify,
  access: PlatformAccess,
  since: Date,
): Promise<{ operationId: string }> {
  const query = ordersCreatedSince(since);
  const { bulkOperations } = await shopify.ask(access, { document: RecentBulks, reply: RecentReply });
  const same = bulkOperations.nodes.find((one) => running.includes(one.status) && one.query.trim() === query.trim());
  if (same) return { operationId: same.id };
  const request = { document: StartBulk, variables: { query }, reply: StartReply };
  const { bulkOperation, userErrors } = (await shopify.ask(access, request)).bulkOperationRunQuery;
  if (userErrors.some(({ code }) => code === 'OPERATION_IN_PROGRESS' || code === 'LIMIT_REACHED')) {
    throw new PlatformError('unavailable', 'Shopify is still busy with earlier exports of this store.', {
      retryAfterMs: busyRetryMs,
    });
  }
  throwRefusal(userErrors);
  if (!bulkOperation) throw new PlatformError('rejected', 'Shopify did not start the export.');
  return { operationId: bulkOperation.id };
}

export async function backfillState(
  shopify: Shopify,
  access: PlatformAccess,
  operationId: string,
): Promise<PlatformBackfill> {
  const variables = { id: operationId };
  const { bulkOperation } = await shopify.ask(access, { document: BulkStatus, variables, reply: StatusReply });
  if (!bulkOperation) return { state: 'failed', reason: 'The export is unknown to Shopify.', file: undefined };
  const { status, errorCode, rootObjectCount, url, partialDataUrl } = bulkOperation;
  const orders = Number(rootObjectCount);
  if (status === 'COMPLETED') return { state: 'done', orders, file: url ? { url, isPart: false } : undefined };
  if (running.includes(status)) return { state: 'running', orders };
  const file = partialDataUrl ? { url: partialDataUrl, isPart: true } : undefined;
  return { state: 'failed', reason: errorCode ?? status, file };
}

const CountReply = z.object({ ordersCount: z.object({ count: z.number().int() }).nullable() });

const RecentReply = z.object({
  bulkOperations: z.object({ nodes: z.array(z.object({ id: z.string(), status: z.string(), query: z.string() })) }),
});

const StartReply = z.object({
  bulkOperationRunQuery: z.object({ bulkOperation: z.object({ id: z.string() }).nullish(), userErrors: UserErrors }),
});

const StatusReply = z.object({
  bulkOperation: z
    .object({
      status: z.string(),
      errorCode: z.string().nullable(),
      rootObjectCount: z.string(),
      url: z.string().nullable(),
      partialDataUrl: z.string().nullable(),
    })
    .nullable(),
});
