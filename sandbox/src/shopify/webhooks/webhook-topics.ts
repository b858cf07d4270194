/** `ORDERS_CREATE` in the API is `orders/create` in a delivery; only these are ever sent. */
const topicByEnum: Record<string, string> = {
  ORDERS_CREATE: 'orders/create',
  ORDERS_UPDATED: 'orders/updated',
  ORDERS_CANCELLED: 'orders/cancelled',
  ORDERS_PAID: 'orders/paid',
  ORDERS_FULFILLED: 'orders/fulfilled',
  ORDERS_PARTIALLY_FULFILLED: 'orders/partially_fulfilled',
  ORDERS_EDITED: 'orders/edited',
  ORDERS_DELETE: 'orders/delete',
  FULFILLMENTS_CREATE: 'fulfillments/create',
  FULFILLMENTS_UPDATE: 'fulfillments/update',
  APP_UNINSTALLED: 'app/uninstalled',
  APP_SUBSCRIPTIONS_UPDATE: 'app_subscriptions/update',
  APP_SCOPES_UPDATE: 'app/scopes_update',
  SHOP_UPDATE: 'shop/update',
  BULK_OPERATIONS_FINISH: 'bulk_operations/finish',
};

export const complianceTopics = ['customers/data_request', 'customers/redact', 'shop/redact'] as const;

export type ComplianceTopic = (typeof complianceTopics)[number];

export function topicOf(enumName: string): string | undefined {
  return topicByEnum[enumName];
}

/** The scope without which a subscription to the topic is refused. */
export function scopeForTopic(enumName: string): string | undefined {
  if (enumName.startsWith('ORDERS_')) return 'read_orders';
  if (enumName.startsWith('FULFILLMENTS_')) return 'read_fulfillments';
  return undefined;
}
