import { appendFileSync, chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { companies, type Company } from '@courierdesk/contract/companies';
import { getDifferences, repairDifferences } from '@courierdesk/contract/differences';
import * as z from 'zod';
import { compareShops } from '../../server/src/app/operator/compare-shops.ts';
import { callApi } from '../isolated-stack/call-api.ts';
import { openBatchAs, type BatchClient } from '../isolated-stack/batch-client.ts';
import { installShop, type InstalledShop } from '../isolated-stack/install-shop.ts';
import { withIsolatedStack, type IsolatedStack } from '../isolated-stack/isolated-stack.ts';
import type { BookingOutcome } from './book-through-api.ts';
import { inWords } from './check-orders.ts';
import { copyFiles, copyRunningCluster } from './copy-running-cluster.ts';
import { readFinalState } from './final-state.ts';
import { bookOnce } from './people.ts';
import { placeOrders, type ProofOrder } from './place-orders.ts';

export type RestoreResult = {
  /** Orders that were booked before the moment to which the database was restored, and after it. */
  before: number;
  after: number;
  /** Orders of a batch that was under way at that moment, and how many of them were booked by then. */
  inBatch: number;
  inBatchBefore: number;
  /** Of the second, those of which the store knew nothing yet. */
  unknownToStore: number;
  restoreSeconds: number;
  /** What the operator read. */
  printed: string[];
  problems: string[];
};

const count = { before: 40, after: 40, inBatch: 24 };

/**
 * A copy of all files and the changes since are taken while people book. The database is lost, and restored to a moment before
 * the last bookings, while a batch is being booked. Everything that a courier or the store knows must hold its order again, and
 * nothing may be booked twice.
 */
export function proveRestore(log: (line: string) => void, signal: AbortSignal): Promise<RestoreResult> {
  return withIsolatedStack({ servers: [{ role: 'web' }, { role: 'worker' }], signal }, (stack) =>
    restoreOn(stack, log),
  );
}

async function restoreOn(stack: IsolatedStack, log: (line: string) => void): Promise<RestoreResult> {
  const shop = await installShop(stack, { users: 1 });
  const placed = await placeOrders(stack, shop, count.before + count.after + count.inBatch);
  const early = placed.slice(0, count.before);
  const late = placed.slice(count.before, count.before + count.after);
  const inBatch = placed.slice(count.before + count.after);
  const cluster = path.join(stack.databaseFolder, 'cluster');
  const [archive, copy] = [path.join(stack.databaseFolder, 'archive'), path.join(stack.databaseFolder, 'copy')];
  await archiveTo(stack, archive);

  log(`${early.length} orders are booked; meanwhile all files are copied.`);
  const copied = copyRunningCluster(stack.database.adminUrl, { from: cluster, to: copy, waitForArchive: true });
  await Promise.all([bookAll(stack, shop, early), copied]);
  // The archive has all changes.
  for (const file of readdirSync(path.join(copy, 'pg_wal'), { withFileTypes: true }))
    if (file.isFile()) rmSync(path.join(copy, 'pg_wal', file.name));
  await untilFulfilled(stack, shop, early.length);
  const batch = await startBatch(stack, shop, inBatch);
  await until(async () => (await batch.read()).data.counts.booked >= inBatch.length / 4, 'the batch is not booked');
  const [moment] = await stack.query('select clock_timestamp()::text as at', z.object({ at: z.string() }));
  const { counts } = (await batch.read()).data;
  await untilDone(batch);
  // A few rows wait for an answer of a person, such as whether an unusual amount is right.
  const { rows } = await batch.read();
  const bookedNames = new Set(rows.flatMap((row) => (row.state === 'booked' ? [row.order_name] : [])));
  const ofBatch = inBatch.filter(({ name }) => bookedNames.has(name));
  await stack.control('faults', { clear: true });

  log(
    `After ${moment?.at}, the rest of a batch and ${late.length} more are booked. The store gets to know half of them.`,
  );
  const [known, unknown] = [late.slice(0, late.length / 2), late.slice(late.length / 2)];
  await bookAll(stack, shop, known);
  await untilFulfilled(stack, shop, early.length + ofBatch.length + known.length);
  await stack.control('faults', { rules: [{ target: 'shopify', operation: 'graphql', kind: 'error500', rate: 1 }] });
  // The others have no list, so what they alone know is found by nobody.
  await bookAll(stack, shop, unknown, listing);
  await archived(stack);

  log('The database and all processes are lost. Restoring.');
  for (const server of stack.servers) await server.program().kill();
  await stack.killDatabase();
  const lostAt = performance.now();
  rmSync(cluster, { recursive: true });
  copyFiles(copy, cluster);
  appendFileSync(
    path.join(cluster, 'postgresql.auto.conf'),
    [
      `restore_command = 'cp ${archive}/%f %p'`,
      `recovery_target_time = '${moment?.at}'`,
      `recovery_target_action = 'promote'`,
      'hot_standby = off',
      '',
    ].join('\n'),
  );
  writeFileSync(path.join(cluster, 'recovery.signal'), '');
  await stack.startDatabaseAgain();
  const restoreSeconds = (performance.now() - lostAt) / 1000;
  await stack.control('faults', { clear: true });

  await untilNoneRuns(stack);
  const printed: string[] = [];
  await compareShops(stack.context, (line) => {
    printed.push(line);
    log(line);
  });
  for (const server of stack.servers) await server.startAgain();
  log('Somebody adds what is left under Differences, retries the batch, and then books all orders once more.');
  await addParcels(stack, shop);
  await batch.press('retry');
  await untilDone(batch);
  await untilNoneIsUncertain(stack);
  const orders = [...early, ...late, ...ofBatch];
  const again = await bookAll(stack, shop, orders);
  return {
    before: early.length,
    after: late.length,
    inBatch: ofBatch.length,
    inBatchBefore: counts.booked,
    unknownToStore: unknown.length,
    restoreSeconds,
    printed,
    problems: [...bookedTwice(orders, again), ...(await consignmentsOf(stack, orders)), ...stack.serverErrors()],
  };
}

const listing = ['LEOPARD', 'POSTEX'] as const;

function bookAll(
  stack: IsolatedStack,
  shop: InstalledShop,
  orders: readonly ProofOrder[],
  couriers: readonly Company[] = companies,
): Promise<BookingOutcome[][]> {
  return Promise.all(
    orders.map((order, index) =>
      bookOnce(stack, shop, [order], {
        kind: 'one click',
        presses: [
          { user: 0, company: couriers[index % couriers.length] ?? 'LEOPARD', key: `${order.id}-${Date.now()}` },
        ],
      }),
    ),
  );
}

/** A batch whose couriers are slow and list what they have booked. The worker books it. */
async function startBatch(
  stack: IsolatedStack,
  shop: InstalledShop,
  orders: readonly ProofOrder[],
): Promise<BatchClient> {
  const rules = ['leopard', 'postex'].map((target) => ({ target, kind: 'delay', delayMs: 2000, rate: 1 }));
  await stack.control('faults', { rules });
  const ids = orders.map(({ id }) => id);
  const batch = await openBatchAs(stack.url, shop.tokens[0] ?? '', ids);
  const { rows } = await batch.read();
  for (const [index, company] of listing.entries()) {
    const some = rows.filter((_, position) => position % listing.length === index).map((row) => row.id);
    await batch.setFor(some, { tracking_account: shop.accounts[company] });
  }
  await batch.press('book');
  return batch;
}

const untilDone = (batch: BatchClient): Promise<void> =>
  until(async () => (await batch.read()).data.state !== 'running', 'the batch makes no progress');

/** A process that was killed counts as running for half a minute. */
const untilNoneRuns = (stack: IsolatedStack): Promise<void> =>
  untilNone(stack, "select from running_process where seen_at > now() - interval '30 seconds'", 'a process runs');

const untilNoneIsUncertain = (stack: IsolatedStack): Promise<void> =>
  untilNone(stack, "select from shipment where booking_state = 'uncertain'", 'a booking stays uncertain');

const untilNone = (stack: IsolatedStack, rows: string, otherwise: string): Promise<void> =>
  until(async () => (await stack.query(rows, z.object({}))).length === 0, otherwise);

async function addParcels(stack: IsolatedStack, shop: InstalledShop): Promise<void> {
  const token = shop.tokens[0] ?? '';
  const open = async (): Promise<string[]> => {
    const { body } = await callApi(
      stack.url,
      token,
      'GET',
      `${getDifferences.path}?kind=fulfilled-without-parcel&limit=200`,
    );
    return getDifferences.reply.parse(body).data.map(({ id }) => id);
  };
  await callApi(stack.url, token, 'POST', repairDifferences.path, { ids: await open() });
  await until(async () => (await open()).length === 0, 'parcels were not added');
}

/** Changes are kept from now on. The setting needs a restart. */
async function archiveTo(stack: IsolatedStack, archive: string): Promise<void> {
  mkdirSync(archive);
  chmodSync(archive, 0o777);
  const none = z.object({});
  await stack.query("alter system set archive_mode = 'on'", none);
  await stack.query(`alter system set archive_command = 'cp %p ${archive}/%f'`, none);
  await stack.stopDatabase();
  await stack.startDatabaseAgain();
}

/** Everything up to now is in the archive. */
async function archived(stack: IsolatedStack): Promise<void> {
  const [last] = await stack.query('select pg_walfile_name(pg_switch_wal()) as file', z.object({ file: z.string() }));
  await until(async () => {
    const [row] = await stack.query(
      'select coalesce(last_archived_wal, $1) >= $1 as done from pg_stat_archiver where last_archived_wal is not null',
      z.object({ done: z.boolean() }),
      [last?.file],
    );
    return row?.done === true;
  }, 'the last changes were not archived');
}

async function untilFulfilled(stack: IsolatedStack, { domain }: InstalledShop, wanted: number): Promise<void> {
  await until(async () => {
    const journal = z
      .object({ fulfillments: z.array(z.unknown()) })
      .parse(await stack.control(`journal?shop=${domain}`));
    return journal.fulfillments.length >= wanted;
  }, 'the store was not updated');
}

async function until(isSo: () => Promise<boolean>, otherwise: string): Promise<void> {
  const deadline = Date.now() + 120_000;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(otherwise);
    await delay(250);
  }
}

function bookedTwice(orders: readonly ProofOrder[], again: readonly BookingOutcome[][]): string[] {
  return orders.flatMap((order, index) =>
    (again[index] ?? [])
      .filter(({ kind }) => kind !== 'held')
      .map((answer) => `${inWords(order)}: a second booking was answered ${JSON.stringify(answer)}`),
  );
}

/** Each order has one live consignment, which we know. */
async function consignmentsOf(stack: IsolatedStack, orders: readonly ProofOrder[]): Promise<string[]> {
  const { consignments, shipments } = await readFinalState(stack);
  const known = new Set(shipments.map(({ tracking_number }) => tracking_number));
  const live = consignments.filter(({ cancelled }) => !cancelled);
  const unknown = live.filter(({ tracking_number }) => !known.has(tracking_number));
  return [
    ...(live.length === orders.length ? [] : [`${live.length} live consignments of ${orders.length} orders`]),
    ...unknown.map(({ courier, tracking_number }) => `${courier} ${tracking_number} is live and in no order`),
  ];
}
