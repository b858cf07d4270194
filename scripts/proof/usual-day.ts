import { companies } from '@courierdesk/contract/companies';
import { getAllOrders } from '@courierdesk/contract/shipments';
import { getStoreOrders } from '@courierdesk/contract/store-orders';
import * as z from 'zod';
import { machinePace } from '../../bench/src/machine-pace.ts';
import { withShop } from '../../server/src/base/db/tenancy.ts';
import { trackAccountsSoon } from '../../server/src/shop/courier-accounts/track-accounts-soon.ts';
import { callApi } from '../isolated-stack/call-api.ts';
import type { InstalledShop } from '../isolated-stack/install-shop.ts';
import type { IsolatedStack } from '../isolated-stack/isolated-stack.ts';
import { openForm, sendBooking } from './book-through-api.ts';
import type { ProofOrder } from './place-orders.ts';
import { untilTrue } from './until-true.ts';

/** What the people of a shop wait for. */
export const shopSteps = [
  'click to booked',
  'booked to fulfilled in the store',
  'due to tracked',
  'tracked to shown in the store',
  'orders list',
  'list of orders to book',
] as const;

/** A step that a job does, and the part of it until the job starts. */
export const jobWaits = [
  { step: 'due to tracked', wait: 'due to tracked, until its job starts' },
  { step: 'tracked to shown in the store', wait: 'tracked to shown in the store, until its job starts' },
] as const;

/** What waits for no other shop: it shows the share of the processors that is left. */
export const processorProbes = ['a fixed task of one core', 'a request that reads nothing'] as const;

export type TimedStep =
  | (typeof shopSteps)[number]
  | (typeof jobWaits)[number]['wait']
  | (typeof processorProbes)[number];

/** Milliseconds. */
export type Times = Map<TimedStep, number[]>;

/** A person looks at lists and books an order; the store is updated, the parcel becomes due, and the store shows the news. */
export async function doUsualWork(
  stack: IsolatedStack,
  shop: InstalledShop,
  orders: readonly ProofOrder[],
  times: Times,
): Promise<void> {
  const [token = ''] = shop.tokens;
  const add = (step: TimedStep, ms: number): void => void times.set(step, [...(times.get(step) ?? []), ms]);
  for (const [index, order] of orders.entries()) {
    const company = companies[index % companies.length] ?? 'LEOPARD';
    add('a fixed task of one core', machinePace());
    add('a request that reads nothing', await timed(() => fetch(`${stack.url}/healthz`).then((one) => one.text())));
    add('orders list', await timed(() => read(stack, token, getAllOrders.path)));
    add('list of orders to book', await timed(() => read(stack, token, getStoreOrders.path)));

    const opened = await openForm(stack, shop, token, order, company);
    if (!('form' in opened)) throw new Error(`the form of ${order.name} was not opened: ${JSON.stringify(opened)}`);
    const clickedAt = performance.now();
    const booked = await sendBooking(stack, token, opened.form, `usual-day-${order.id}`);
    if (booked.kind !== 'booked') throw new Error(`${order.name} was not booked: ${JSON.stringify(booked)}`);
    add('click to booked', performance.now() - clickedAt);
    const parcel = [shop.shopId, booked.trackingNumber];
    await untilTrue(stack, isSynced, parcel);
    add('booked to fulfilled in the store', await msSinceBooked(stack, parcel));

    await stack.control('advance', { tracking_number: booked.trackingNumber, to: 'in_transit' });
    const before = await databaseTime(stack);
    await makeDue(stack, shop, shop.accounts[company], booked.trackingNumber);
    const due = await databaseTime(stack);
    const dueAt = performance.now();
    await untilTrue(stack, isTracked, [...parcel, before]);
    add('due to tracked', performance.now() - dueAt);
    const tracked = await databaseTime(stack);
    const trackedAt = performance.now();
    await untilTrue(stack, isSynced, parcel);
    add('tracked to shown in the store', performance.now() - trackedAt);
    add(jobWaits[0].wait, await waitOfJob(stack, shop, 'tracking', { before, due }));
    add(jobWaits[1].wait, await waitOfJob(stack, shop, 'store-updates', { before, due: tracked }));
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

async function read(stack: IsolatedStack, token: string, path: string): Promise<void> {
  const { status } = await callApi(stack.url, token, 'GET', path);
  if (status !== 200) throw new Error(`${path} was answered with ${status}`);
}

async function databaseTime(stack: IsolatedStack): Promise<Date> {
  const [row] = await stack.query('select clock_timestamp() as at', z.object({ at: z.date() }));
  if (!row) throw new Error('the database has no time');
  return row.at;
}

/** The request that books also updates the store, so this begins with the courier's answer. */
async function msSinceBooked(stack: IsolatedStack, parcel: string[]): Promise<number> {
  const [row] = await stack.query(
    `select booked_at as at from shipment where shop_id = $1 and tracking_number = $2`,
    z.object({ at: z.date() }),
    parcel,
  );
  if (!row) throw new Error(`parcel ${parcel[1]} is not in the database`);
  return Date.now() - row.at.getTime();
}

/** As a courier's push does. */
async function makeDue(
  stack: IsolatedStack,
  { shopId }: InstalledShop,
  accountId: string,
  trackingNumber: string,
): Promise<void> {
  const now = new Date();
  await withShop(stack.context.db, shopId, async (trx) => {
    await trx
      .updateTable('shipment')
      .set({ next_track_at: now })
      .where('shop_id', '=', shopId)
      .where('tracking_number', '=', trackingNumber)
      .execute();
    await trackAccountsSoon(trx, stack.context, shopId, [accountId], now);
  });
}

/** From `due` until the first job started that started after `before`. */
async function waitOfJob(
  stack: IsolatedStack,
  { shopId }: InstalledShop,
  kind: string,
  { before, due }: { before: Date; due: Date },
): Promise<number> {
  const [job] = await stack.query(
    `select extract(epoch from greatest(started_on, $4::timestamptz) - $4::timestamptz)::float8 * 1000 as ms
     from pgboss.job where name = $1 and group_id = $2 and started_on >= $3::timestamptz order by started_on limit 1`,
    z.object({ ms: z.number() }),
    [kind, shopId, before, due],
  );
  if (!job) throw new Error(`no job of ${kind} started`);
  return job.ms;
}

const isSynced = `
  select count(*) > 0 and bool_and(d.state <> 'due') as yes
  from desired_store_state d join shipment s on s.shop_id = d.shop_id and s.id = d.shipment_id
  where s.shop_id = $1 and s.tracking_number = $2`;

const isTracked = `
  select count(*) > 0 as yes from shipment
  where shop_id = $1 and tracking_number = $2 and last_tracked_at >= $3::timestamptz and status = 'INPROCESS'`;
