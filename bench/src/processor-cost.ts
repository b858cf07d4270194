import { setTimeout as delay } from 'node:timers/promises';
import { companies } from '@courierdesk/contract/companies';
import { getAllOrders } from '@courierdesk/contract/shipments';
import { getStoreOrders } from '@courierdesk/contract/store-orders';
import * as z from 'zod';
import { callApi } from '../../scripts/isolated-stack/call-api.ts';
import type { InstalledShop } from '../../scripts/isolated-stack/install-shop.ts';
import type { IsolatedStack } from '../../scripts/isolated-stack/isolated-stack.ts';
import { loadDueParcels } from '../../scripts/isolated-stack/load-due-parcels.ts';
import { trackSoon } from '../../scripts/isolated-stack/track-soon.ts';
import { openForm, sendBooking } from '../../scripts/proof/book-through-api.ts';
import { placeOrders } from '../../scripts/proof/place-orders.ts';
import { atMost, type Figure } from './figure.ts';
import { machinePace } from './machine-pace.ts';
import { processorTimes } from './processor-times.ts';

/** In fixed tasks, a third above what was measured. */
const limits = { order: 3, booking: 70, parcelWithNews: 1.2, parcelWithoutNews: 0.7, orders: 5.5, storeOrders: 12 };

/**
 * What the web process, the worker and the database together use of the processors for each order, booking, tracked
 * parcel and page, with all that follows from it. `docs/capacity.md` is made of these.
 */
export async function processorCostFigures(
  stack: IsolatedStack,
  shop: InstalledShop,
  count: number,
): Promise<Figure[]> {
  const [token = ''] = shop.tokens;
  await bookAll(stack, shop, token, await placeOrders(stack, shop, count));
  const measure = async (what: string, units: number, limit: number, work: () => Promise<void>): Promise<Figure> => {
    await untilQuiet(stack);
    const taskMs = machinePace();
    const before = processorTimes(stack);
    await work();
    await untilQuiet(stack);
    const after = processorTimes(stack);
    const each = (of: keyof typeof after): number => (after[of] - before[of]) / units;
    const [web, worker, database] = [each('web'), each('worker'), each('database')];
    const parts = `web ${web.toFixed(1)}, worker ${worker.toFixed(1)}, database ${database.toFixed(1)} ms where a fixed task takes ${taskMs.toFixed(2)} ms`;
    return atMost(
      `processor time of ${what}, ${units} of them (${parts})`,
      (web + worker + database) / taskMs,
      limit,
      'fixed tasks',
    );
  };

  let orders: Awaited<ReturnType<typeof placeOrders>> = [];
  const figures = [
    await measure('an order that the store reports', count, limits.order, async () => {
      orders = await placeOrders(stack, shop, count);
    }),
    await measure('a booking by form', count, limits.booking, () => bookAll(stack, shop, token, orders)),
  ];
  const parcels = count * 10;
  await loadDueParcels(stack, shop, { each: parcels / companies.length, round: 'COST' });
  figures.push(
    await measure('a tracked parcel with news', parcels, limits.parcelWithNews, () => trackAll(stack, shop)),
    await measure('a tracked parcel without news', parcels, limits.parcelWithoutNews, () => trackAll(stack, shop)),
    await measure('a list of orders', count, limits.orders, () => openAll(stack, shop, getAllOrders.path, count)),
    await measure('a list of store orders', count, limits.storeOrders, () =>
      openAll(stack, shop, getStoreOrders.path, count),
    ),
  );
  return figures;
}

async function bookAll(
  stack: IsolatedStack,
  shop: InstalledShop,
  token: string,
  orders: Awaited<ReturnType<typeof placeOrders>>,
): Promise<void> {
  for (const [index, order] of orders.entries()) {
    const opened = await openForm(stack, shop, token, order, companies[index % companies.length] ?? 'LEOPARD');
    const answer = 'form' in opened ? await sendBooking(stack, token, opened.form, `cost-${order.id}`) : opened;
    if (answer.kind !== 'booked') throw new Error(`${order.name}: ${JSON.stringify(answer)}`);
  }
}

/** Those that were loaded. What was booked before is not due for hours. */
async function trackAll(stack: IsolatedStack, shop: InstalledShop): Promise<void> {
  await stack.query(
    `update shipment set next_track_at = now() where shop_id = $1 and reference like 'CDB-%'`,
    z.never(),
    [shop.shopId],
  );
  await trackSoon(stack, shop);
  const left = `select count(*)::int as n from shipment where shop_id = $1 and next_track_at <= now()`;
  for (;;) {
    const [row] = await stack.query(left, z.object({ n: z.number() }), [shop.shopId]);
    if (row?.n === 0) return;
    await delay(250);
  }
}

/** The users take turns, because each may send 100 requests a second. */
async function openAll(stack: IsolatedStack, { tokens }: InstalledShop, path: string, count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    const { status } = await callApi(stack.url, tokens[at % tokens.length] ?? '', 'GET', path);
    if (status !== 200) throw new Error(`${path} was answered with ${status}`);
  }
}

/** Webhooks, store updates and jobs that what was measured has caused. */
const openWork = `
  select (select count(*) from webhook_inbox where processed_at is null)
       + (select count(*) from desired_store_state where state = 'due')
       + (select count(*) from pgboss.job where state < 'completed' and start_after <= now() and group_id is not null) as n`;

async function untilQuiet(stack: IsolatedStack): Promise<void> {
  const Pending = z.object({ pending: z.array(z.unknown()) });
  for (let quiet = 0; quiet < 3;) {
    const { pending } = Pending.parse(await stack.control('webhooks'));
    const [row] = await stack.query(openWork, z.object({ n: z.coerce.number() }));
    quiet = pending.length === 0 && row?.n === 0 ? quiet + 1 : 0;
    await delay(500);
  }
}
