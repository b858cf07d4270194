/**
 * The topics we subscribe to per shop, by their GraphQL names. The compliance topics exist in the app's settings
 * only.
 */
export const webhookTopics = [
  'ORDERS_CREATE',
  'ORDERS_UPDATED',
  'ORDERS_CANCELLED',
  'ORDERS_DELETE',
  'FULFILLMENTS_CREATE',
  'FULFILLMENTS_UPDATE',
  'APP_UNINSTALLED',
  'APP_SUBSCRIPTIONS_UPDATE',
  'APP_SCOPES_UPDATE',
  'SHOP_UPDATE',
  'BULK_OPERATIONS_FINISH',
] as const;

export type WebhookHeaders = {
  /** As delivered, e.g. `orders/updated`. */
  readonly topic: string;
  /** Identifies the delivery: unique together with `domain`. */
  readonly webhookId: string;
  readonly domain: string;
  /** Of the body. The headers are not signed. */
  readonly signature: string;
  readonly triggeredAt: Date | undefined;
};

export type WebhookContent = {
  /** Numeric ids of the orders to refresh. */
  readonly platformOrderIds: readonly string[];
  /** Orders of a customer who wants to be forgotten (`customers/redact`). */
  readonly ordersToRedact: readonly string[];
  /** Orders of a customer who wants to know what we have (`customers/data_request`). */
  readonly ordersRequested: readonly string[];
  /** The export that has ended; ask for its result. */
  readonly backfillOperationId: string | undefined;
  /** The store's own id, which stays when its domain changes. Privacy requests and topics about the shop have it. */
  readonly platformShopId: string | undefined;
  /** The store the body names, where it names one: must equal the header, which is not signed. */
  readonly domain: string | undefined;
};
