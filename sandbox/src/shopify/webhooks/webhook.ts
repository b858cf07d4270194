export type WebhookSubscription = {
  id: number;
  shop: string;
  /** As the API names it: ORDERS_UPDATED. */
  topic: string;
  uri: string;
  format: 'JSON';
  includeFields: string[];
  name: string | null;
  createdAt: string;
  updatedAt: string;
  /** Failed deliveries in a row; the eighth deletes the subscription. */
  failures: number;
};

export type Delivery = {
  id: number;
  shop: string;
  topic: string;
  subscriptionId: number | null;
  uri: string;
  name: string | null;
  webhookId: string;
  eventId: string;
  triggeredAt: string;
  body: string;
  attempts: number;
  dueAt: number;
};

export type DeliveryResult = {
  at: string;
  shop: string;
  topic: string;
  webhookId: string;
  attempt: number;
  /** HTTP status, or why there was none. */
  outcome: number | string;
};
