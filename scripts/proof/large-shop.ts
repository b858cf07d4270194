import { setTimeout as delay } from 'node:timers/promises';
import { maxBatchOrders } from '@courierdesk/contract/batches';
import { companies } from '@courierdesk/contract/companies';
import { inParts } from '@courierdesk/contract/in-parts';
import { getLabelPrint, printLabels } from '@courierdesk/contract/labels';
import * as z from 'zod';
import { openBatchAs, type BatchClient } from '../isolated-stack/batch-client.ts';
import { callApi } from '../isolated-stack/call-api.ts';
import { installShop, type InstalledShop } from '../isolated-stack/install-shop.ts';
import type { IsolatedStack } from '../isolated-stack/isolated-stack.ts';
import { loadDueParcels } from '../isolated-stack/load-due-parcels.ts';
import { trackSoon } from '../isolated-stack/track-soon.ts';
import { placeOrders, type ProofOrder } from './place-orders.ts';
import { untilTrue } from './until-true.ts';

export type LargeShopPlan = {
  /** Parcels that are due for tracking. */
  parcels: number;
  /** Rows of batches that are booked; a batch has at most 1,000. */
  rows: number;
  /** Parcels of each print; one print follows the other. */
  labels: number;
};

/** A shop that does all its work at once. */
type LargeShop = {
  /** Makes all its parcels due, books its batches and prints. */
  start(): Promise<void>;
  /** Resolves when the worker has nothing of it left to do. */
  stop(): Promise<void>;
  /** Since it was made. */
  done(): Promise<LargeShopWork>;
};

const LargeShopWork = z.object({ tracked: z.number(), booked: z.number(), printed: z.number() });
export type LargeShopWork = z.output<typeof LargeShopWork>;

export async function largeShop(
  stack: IsolatedStack,
  { parcels, rows, labels }: LargeShopPlan,
  log: (line: string) => void,
): Promise<LargeShop> {
  const shop = await installShop(stack, { users: 2, store: 'large-store' });
  log(`A large shop gets ${rows} orders in batches and ${parcels} parcels.`);
  const orders = await placeOrders(stack, shop, rows);
  const batches: BatchClient[] = [];
  for (const part of inParts(orders, maxBatchOrders)) batches.push(await fillBatch(stack, shop, part));
  await loadDueParcels(stack, shop, { each: Math.floor(parcels / companies.length), round: 'LARGE' });
  await postponeParcels(stack, shop);
  const ids = await stack.query(
    `select id from shipment where shop_id = $1 order by id limit $2`,
    z.object({ id: z.string() }),
    [shop.shopId, labels],
  );
  const print = { shipment_ids: ids.map(({ id }) => id), kind: 'airway-bill', size: 'a4-4' };
  let printing: Promise<void> | undefined;
  let stopping = new AbortController();
  return {
    async start() {
      stopping = new AbortController();
      await makeParcelsDue(stack, shop);
      for (const batch of batches) await batch.press('book');
      printing = printUntil(stack, shop, print, stopping.signal);
      // Its error is thrown by \`stop\`.
      printing.catch(() => undefined);
    },
    async stop() {
      stopping.abort();
      for (const batch of batches) await batch.press('stop');
      await postponeParcels(stack, shop);
      await printing;
      await untilTrue(stack, nothingLeft, [shop.shopId], settleSeconds);
    },
    async done() {
      const [work] = await stack.query(workOf, LargeShopWork, [shop.shopId]);
      if (!work) throw new Error('the work of the large shop cannot be counted');
      return work;
    },
  };
}

async function fillBatch(stack: IsolatedStack, shop: InstalledShop, orders: ProofOrder[]): Promise<BatchClient> {
  const [token = ''] = shop.tokens;
  const batch = await openBatchAs(
    stack.url,
    token,
    orders.map(({ id }) => id),
  );
  const { rows } = await batch.read();
  for (const [index, company] of companies.entries()) {
    const ids = rows.filter((_, position) => position % companies.length === index).map((row) => row.id);
    if (ids.length > 0) await batch.setFor(ids, { tracking_account: shop.accounts[company] });
  }
  return batch;
}

/** All at the same moment, as after a night without a worker. */
async function makeParcelsDue(stack: IsolatedStack, shop: InstalledShop): Promise<void> {
  await stack.query('update shipment set next_track_at = now() where shop_id = $1', z.never(), [shop.shopId]);
  await trackSoon(stack, shop);
}

const postponeParcels = (stack: IsolatedStack, { shopId }: InstalledShop): Promise<never[]> =>
  stack.query(
    `update shipment set next_track_at = now() + interval '1 day' where shop_id = $1 and next_track_at <= now()`,
    z.never(),
    [shopId],
  );

async function printUntil(
  stack: IsolatedStack,
  shop: InstalledShop,
  print: Record<string, unknown>,
  signal: AbortSignal,
): Promise<void> {
  const [token = ''] = shop.tokens;
  while (!signal.aborted) {
    const { status, body } = await callApi(stack.url, token, 'POST', printLabels.path, print);
    if (status !== 202 && status !== 200)
      throw new Error(`the print was answered with ${status} ${JSON.stringify(body)}`);
    const at = getLabelPrint.path.replace(':id', printLabels.reply.parse(body).data.id);
    for (;;) {
      const { data } = getLabelPrint.reply.parse((await callApi(stack.url, token, 'GET', at)).body);
      if (data.state === 'failed') throw new Error('the labels were not made');
      if (data.state === 'done') break;
      await delay(1000);
    }
  }
}

const settleSeconds = 900;

const nothingLeft = `
  select not exists (
      select 1 from pgboss.job
      where group_id = $1 and (state = 'active' or (state < 'active' and start_after <= now())))
    and not exists (select 1 from desired_store_state where shop_id = $1 and state = 'due') as yes`;

const workOf = `
  select (select count(*)::int from shipment where shop_id = $1 and last_tracked_at is not null) as tracked,
         (select count(*)::int from batch_row where shop_id = $1 and state = 'booked') as booked,
         (select coalesce(sum(done), 0)::int from label_print where shop_id = $1) as printed`;
