import { z } from 'zod';
import { readWebhookContent } from '../../adapters/platforms/shopify/webhooks.ts';

/**
 * The stored part of a delivery: only ids. The body has personal data, which we do not need because we read orders from
 * the store.
 */
export const StoredPayload = z.object({
  platformOrderIds: z.array(z.string()),
  ordersToRedact: z.array(z.string()),
  ordersRequested: z.array(z.string()),
  backfillOperationId: z.string().nullable(),
});
export type StoredPayload = z.infer<typeof StoredPayload>;

export function storedPayload(topic: string, body: unknown): StoredPayload & { readonly scopes: null } {
  const content = readWebhookContent(topic, body);
  const request = topic === 'customers/data_request' ? DataRequest.safeParse(body) : undefined;
  return {
    platformOrderIds: [...content.platformOrderIds],
    ordersToRedact: [...content.ordersToRedact],
    ordersRequested: request?.success ? request.data.orders_requested.map(String) : [],
    backfillOperationId: content.backfillOperationId ?? null,
    // Version 0.2.0, which goes on beside this one during an upgrade, reads no delivery without it.
    scopes: null,
  };
}

const DataRequest = z.object({
  orders_requested: z.array(z.union([z.number().int().positive(), z.string().regex(/^\d+$/)])).default([]),
});
