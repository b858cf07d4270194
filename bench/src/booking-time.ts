import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { companies, type Company } from '@courierdesk/contract/companies';
import * as z from 'zod';
import { callApi } from '../../scripts/isolated-stack/call-api.ts';
import type { InstalledShop } from '../../scripts/isolated-stack/install-shop.ts';
import type { IsolatedStack } from '../../scripts/isolated-stack/isolated-stack.ts';
import { makeSomeOdd, placeOrders, type ProofOrder } from '../../scripts/proof/place-orders.ts';
import { openForm } from '../../scripts/proof/book-through-api.ts';
import { under } from './figure.ts';
import type { Figure } from './figure.ts';
import { machinePace } from './machine-pace.ts';
import { median, percentile } from './statistics.ts';

/** 30 ms where a fixed task takes 1.3 ms. */
const maxTasks = 23;

/** Booked first, without being measured: a server that has just started is slower. */
const warmUps = 150;

/**
 * Bookings over HTTP, one after the other. Each waits until the webhooks about the last one are processed. The
 * server's own time is in its answer: from the arrival of the request until the reply is ready,
 * without the time it waited for couriers and store.
 */
export async function bookingFigure(stack: IsolatedStack, shop: InstalledShop, count: number): Promise<Figure> {
  /** Taken in turns with the bookings, since the pace of a machine changes by the minute. */
  const paces: number[] = [];
  const orders = await makeSomeOdd(stack, await placeOrders(stack, shop, Math.ceil((count + warmUps) * 1.1)));
  const own: number[] = [];
  const whole: number[] = [];
  for (const [index, order] of orders.entries()) {
    const company = companies[index % companies.length] ?? 'LEOPARD';
    const token = shop.tokens[index % shop.tokens.length] ?? '';
    const isMeasured = index >= warmUps;
    if (isMeasured && index % 10 === 0) paces.push(machinePace());
    const took = await bookTimed(stack, shop, { order, company, token, afterOthers: isMeasured });
    if (!isMeasured) continue;
    whole.push(took.whole);
    own.push(took.own);
  }
  const taskMs = median(paces);
  const [wholeMs, ownTime, slowMs] = [
    median(whole).toFixed(0),
    median(own).toFixed(1),
    percentile(own, 0.9).toFixed(1),
  ];
  return under(
    `server time per booking, median of ${own.length} after ${warmUps} (${ownTime} ms where a fixed task takes ${taskMs.toFixed(2)} ms, whole booking ${wholeMs} ms, own time of the slowest tenth ${slowMs} ms)`,
    median(own) / taskMs,
    maxTasks,
    'fixed tasks',
  );
}

/**
 * Books one order through its form. Milliseconds of the booking as a whole, and of the server alone. With `afterOthers` it waits until the
 * webhooks about earlier bookings are processed.
 */
export async function bookTimed(
  stack: IsolatedStack,
  shop: InstalledShop,
  { order, company, token, afterOthers }: { order: ProofOrder; company: Company; token: string; afterOthers: boolean },
): Promise<{ whole: number; own: number }> {
  const opened = await openForm(stack, shop, token, order, company);
  if (!('form' in opened)) throw new Error(`${order.name}: ${JSON.stringify(opened)}`);
  if (afterOthers) await untilNothingGoesOn(stack);
  const startedAt = performance.now();
  const answer = await callApi(stack.url, token, 'POST', '/book-order', opened.form);
  const whole = performance.now() - startedAt;
  if (answer.status !== 200) throw new Error(`${order.name}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return { whole, own: ownMs(answer.headers) };
}

/** Of `own;dur=12.3, courier;dur=310.0, store;dur=95.5`. */
const ownMs = (headers: Headers): number => Number(/own;dur=([\d.]+)/.exec(headers.get('server-timing') ?? '')?.[1]);

const Webhooks = z.object({ pending: z.array(z.unknown()) });

async function untilNothingGoesOn(stack: IsolatedStack): Promise<void> {
  for (;;) {
    const { pending } = Webhooks.parse(await stack.control('webhooks'));
    const [inbox] = await stack.query(openInbox, z.object({ n: z.number() }));
    if (pending.length === 0 && inbox?.n === 0) return;
    await delay(20);
  }
}

const openInbox = 'select count(*)::int as n from webhook_inbox where processed_at is null';
