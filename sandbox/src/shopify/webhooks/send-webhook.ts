import { currentDomain } from '../protocol/store-domains.ts';
import crypto from 'node:crypto';
import { faultKinds } from '../../core/faults.ts';
import type { SandboxContext } from '../../core/sandbox-context.ts';
import { signBody, signingSecret } from '../protocol/signing.ts';
import type { Delivery } from './webhook.ts';

const responseTimeoutMs = 5000;
const apiVersion = '2026-10';
const deliveryFaultKinds = faultKinds.filter((kind) => kind !== 'reorder-webhook');

/** One attempt, with faults applied: the HTTP status, or why there was none. */
export async function attemptDelivery(
  context: SandboxContext,
  delivery: Delivery,
  closing: AbortSignal,
): Promise<number | string> {
  const fault = context.faults.pick('webhooks', delivery.topic, { kinds: deliveryFaultKinds });
  switch (fault?.kind) {
    case 'delay':
      await pause(fault.delayMs ?? 1000, closing);
      break;
    case 'drop-before':
    case 'down':
    case 'refuse':
    case 'throttle':
    case 'error500':
    case 'html502':
    case 'garbage':
      return `not sent: fault ${fault.kind}`;
    case 'duplicate-webhook': {
      // Whether a repeated delivery keeps its id is reported both ways.
      const webhookId = context.random() < 0.5 ? delivery.webhookId : crypto.randomUUID();
      await send(context, { ...delivery, webhookId }, closing);
      break;
    }
    default:
      break;
  }
  const outcome = await send(context, delivery, closing);
  return fault?.kind === 'lose-answer' ? `answer lost: fault (was ${outcome})` : outcome;
}

async function send(context: SandboxContext, delivery: Delivery, closing: AbortSignal): Promise<number | string> {
  try {
    const response = await fetch(delivery.uri, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.any([closing, AbortSignal.timeout(responseTimeoutMs)]),
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Shopify-Captain-Hook',
        'x-shopify-topic': delivery.topic,
        'x-shopify-hmac-sha256': signBody(signingSecret(context.config), delivery.body),
        'x-shopify-shop-domain': currentDomain(context, delivery.shop),
        'x-shopify-api-version': apiVersion,
        'x-shopify-webhook-id': delivery.webhookId,
        'x-shopify-event-id': delivery.eventId,
        'x-shopify-triggered-at': delivery.triggeredAt,
        ...(delivery.name === null ? {} : { 'x-shopify-name': delivery.name }),
      },
      body: delivery.body,
    });
    await response.arrayBuffer();
    return response.status;
  } catch (error) {
    return error instanceof Error
      ? error.cause instanceof Error
        ? error.cause.message
        : error.message
      : String(error);
  }
}

function pause(ms: number, closing: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    closing.addEventListener('abort', done, { once: true });
    function done(): void {
      clearTimeout(timer);
      closing.removeEventListener('abort', done);
      resolve();
    }
  });
}
