import crypto from 'node:crypto';
import type { SandboxContext } from '../../core/sandbox-context.ts';
import type { Delivery, DeliveryResult, WebhookSubscription } from './webhook.ts';
import { attemptDelivery } from './send-webhook.ts';
import type { ComplianceTopic } from './webhook-topics.ts';
import { topicOf } from './webhook-topics.ts';

export type Webhooks = {
  subscriptions(shop: string): WebhookSubscription[];
  subscription(shop: string, id: number): WebhookSubscription | undefined;
  saveSubscription(subscription: WebhookSubscription): void;
  deleteSubscription(id: number): void;
  /** Queues a delivery for each subscription of the store to the topic. Deliveries of one action share their event id. */
  emit(shop: string, topic: string, payload: object, eventId?: string): void;
  emitCompliance(shop: string, topic: ComplianceTopic, payload: object): void;
  pending(): Delivery[];
  /** The last few hundred attempts of this run, newest last. */
  recent(): readonly DeliveryResult[];
  /** Retries all waiting deliveries now. */
  deliverNow(): void;
  start(): void;
  close(): Promise<void>;
};

/** Shopify retries 8 times over 4 hours; the sandbox does so within 20 minutes. */
const retryAfterMs = [1000, 3000, 10_000, 30_000, 60_000, 120_000, 300_000, 600_000];
const deleteAfterFailures = 8;
const maxParallel = 12;
const keepResults = 400;

export function openWebhooks(context: SandboxContext): Webhooks {
  const subscriptions = context.state.collection<WebhookSubscription>('shopify.webhook-subscription');
  const queue = context.state.collection<Delivery>('shopify.webhook-delivery');
  const byShop = new Map<string, Map<number, WebhookSubscription>>();
  const results: DeliveryResult[] = [];
  const timers = new Map<number, NodeJS.Timeout>();
  const running = new Map<number, Promise<void>>();
  const closing = new AbortController();
  let ready: Delivery[] = [];
  let started = false;

  for (const subscription of subscriptions.values()) remember(subscription);
  context.state.onReset(() => {
    byShop.clear();
    results.length = 0;
    ready = [];
    for (const timer of timers.values()) clearTimeout(timer);
    timers.clear();
  });

  function remember(subscription: WebhookSubscription): void {
    const known = byShop.get(subscription.shop) ?? new Map<number, WebhookSubscription>();
    known.set(subscription.id, subscription);
    byShop.set(subscription.shop, known);
  }

  function forget(id: number): void {
    const subscription = subscriptions.get(String(id));
    if (!subscription) return;
    subscriptions.delete(String(id));
    byShop.get(subscription.shop)?.delete(id);
  }

  function enqueue(
    target: Pick<Delivery, 'shop' | 'topic' | 'subscriptionId' | 'uri' | 'name'>,
    payload: object,
    eventId: string,
  ): void {
    const delivery: Delivery = {
      ...target,
      id: context.state.counter('shopify.webhook-delivery'),
      webhookId: crypto.randomUUID(),
      eventId,
      triggeredAt: context.now().toISOString(),
      body: JSON.stringify(payload),
      attempts: 0,
      dueAt: Date.now(),
    };
    const reordered = context.faults.pick('webhooks', target.topic, { kinds: ['reorder-webhook'] });
    if (reordered) {
      delivery.dueAt += Math.floor(context.random() * (reordered.delayMs ?? 3000));
    }
    queue.put(String(delivery.id), delivery);
    schedule(delivery);
  }

  function schedule(delivery: Delivery): void {
    if (!started) return;
    const wait = delivery.dueAt - Date.now();
    if (wait <= 0) {
      ready.push(delivery);
      pump();
      return;
    }
    const timer = setTimeout(() => {
      timers.delete(delivery.id);
      ready.push(delivery);
      pump();
    }, wait);
    timers.set(delivery.id, timer);
  }

  function pump(): void {
    while (running.size < maxParallel && !closing.signal.aborted) {
      const next = ready.shift();
      if (!next) return;
      if (running.has(next.id) || !queue.get(String(next.id))) continue;
      const attempt = deliver(next).finally(() => {
        running.delete(next.id);
        pump();
      });
      running.set(next.id, attempt);
    }
  }

  async function deliver(delivery: Delivery): Promise<void> {
    delivery.attempts += 1;
    queue.put(String(delivery.id), delivery);
    await context.state.flush();
    const outcome = await attemptDelivery(context, delivery, closing.signal);
    if (closing.signal.aborted || !queue.get(String(delivery.id))) return;
    results.push({
      at: context.now().toISOString(),
      shop: delivery.shop,
      topic: delivery.topic,
      webhookId: delivery.webhookId,
      attempt: delivery.attempts,
      outcome,
    });
    if (results.length > keepResults) results.shift();
    const delivered = typeof outcome === 'number' && outcome >= 200 && outcome < 300;
    const retryAfter = retryAfterMs[delivery.attempts - 1];
    if (!delivered && retryAfter !== undefined) {
      delivery.dueAt = Date.now() + retryAfter;
      queue.put(String(delivery.id), delivery);
      schedule(delivery);
      return;
    }
    queue.delete(String(delivery.id));
    const subscription =
      delivery.subscriptionId === null ? undefined : subscriptions.get(String(delivery.subscriptionId));
    if (!subscription) return;
    subscription.failures = delivered ? 0 : subscription.failures + 1;
    if (subscription.failures >= deleteAfterFailures) forget(subscription.id);
    else if (!delivered) subscriptions.put(String(subscription.id), subscription);
  }

  return {
    subscriptions: (shop) => [...(byShop.get(shop)?.values() ?? [])],
    subscription: (shop, id) => byShop.get(shop)?.get(id),
    saveSubscription(subscription) {
      subscriptions.put(String(subscription.id), subscription);
      remember(subscription);
    },
    deleteSubscription: forget,
    emit(shop, topic, payload, eventId = crypto.randomUUID()) {
      for (const subscription of byShop.get(shop)?.values() ?? []) {
        if (topicOf(subscription.topic) !== topic) continue;
        const { id: subscriptionId, uri, name, includeFields } = subscription;
        enqueue({ shop, topic, subscriptionId, uri, name }, pickFields(payload, includeFields), eventId);
      }
    },
    emitCompliance(shop, topic, payload) {
      const uri = `${context.config.appUrl}/webhooks/shopify`;
      enqueue({ shop, topic, subscriptionId: null, uri, name: null }, payload, crypto.randomUUID());
    },
    pending: () => [...queue.values()],
    recent: () => results,
    deliverNow() {
      for (const [id, timer] of timers) {
        clearTimeout(timer);
        const delivery = queue.get(String(id));
        if (delivery) ready.push(delivery);
      }
      timers.clear();
      pump();
    },
    start() {
      started = true;
      for (const delivery of queue.values()) schedule(delivery);
    },
    async close() {
      closing.abort();
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(running.values());
    },
  };
}

function pickFields(payload: object, fields: readonly string[]): object {
  if (fields.length === 0) return payload;
  return Object.fromEntries(Object.entries(payload).filter(([name]) => fields.includes(name)));
}
