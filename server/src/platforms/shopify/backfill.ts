import { z } from 'zod';
import { PlatformError, type PlatformAccess, type PlatformBackfill } from '../platform.ts';
import type { Shopify } from './client.ts';
import { BulkStatus, ordersCreatedSince, StartBulk } from './operations.ts';
import { throwRefusal, UserErrors } from './user-errors.ts';

/** After a lost answer we ask again: a second export costs nothing, and we ignore it. */
export async function startBackfill(
  shopify: Shopify,
  access: PlatformAccess,
  since: Date,
): Promise<{ operationId: string }> {
  const variables = { query: ordersCreatedSince(since) };
  const request = { document: StartBulk, variables, reply: StartReply, repeatable: true };
  const { bulkOperation, userErrors } = (await shopify.ask(access, request)).bulkOperationRunQuery;
  if (userErrors.some(({ code }) => code === 'OPERATION_IN_PROGRESS' || code === 'LIMIT_REACHED')) {
    const platformWords = userErrors.map(({ message }) => message).join(' ');
    const detail = { platformWords, retryAfterMs: 60_000 };
    throw new PlatformError('unavailable', 'Shopify is still busy with earlier exports of this store.', detail);
  }
  throwRefusal(userErrors);
  if (!bulkOperation) throw new PlatformError('rejected', 'Shopify did not start the export.');
  return { operationId: bulkOperation.id };
}

export async function backfillResult(
  shopify: Shopify,
  access: PlatformAccess,
  operationId: string,
): Promise<PlatformBackfill> {
  const variables = { id: operationId };
  const { bulkOperation } = await shopify.ask(access, { document: BulkStatus, variables, reply: StatusReply });
  if (!bulkOperation) return { state: 'failed', reason: 'The export is unknown to Shopify.' };
  const { status, errorCode, objectCount, url } = bulkOperation;
  if (status === 'COMPLETED') return { state: 'done', url: url ?? undefined };
  if (status === 'CREATED' || status === 'RUNNING') return { state: 'running', objectCount: Number(objectCount) };
  return { state: 'failed', reason: errorCode ?? status };
}

const StartReply = z.object({
  bulkOperationRunQuery: z.object({ bulkOperation: z.object({ id: z.string() }).nullish(), userErrors: UserErrors }),
});

const StatusReply = z.object({
  bulkOperation: z
    .object({
      status: z.string(),
      errorCode: z.string().nullable(),
      objectCount: z.string(),
      url: z.string().nullable(),
    })
    .nullable(),
});
