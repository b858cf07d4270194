import { z } from 'zod';
import type { WebhookContent } from '../../adapters/platforms/webhooks.ts';

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

export function storedPayload(content: WebhookContent): StoredPayload & { readonly scopes: null } {
  return {
    platformOrderIds: [...content.platformOrderIds],
    ordersToRedact: [...content.ordersToRedact],
    ordersRequested: [...content.ordersRequested],
    backfillOperationId: content.backfillOperationId ?? null,
    // Version 0.2.0, which goes on beside this one during an upgrade, reads no delivery without it.
    scopes: null,
  };
}
