import { courierName } from '@courierdesk/contract/companies';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { changeOne, isNotOne } from '../db/change-one.ts';
import type { Db } from '../db/client.ts';
import { withShopAtOnceSoon, withShopSoon } from '../db/tenancy.ts';
import { nextFulfilmentStep, type FulfilmentStep, type WantedFulfilment } from '../platforms/fulfilment-plan.ts';
import { PlatformError, type PlatformAccess } from '../platforms/platform.ts';
import { closeCases, openCase } from '../shipments/cases.ts';
import { addHistory } from '../shipments/history.ts';
import type { ShipmentLine } from '../shipments/shipment-row.ts';
import { platformAccess } from '../shops/platform-access.ts';
import type { LeasedRow, WantedRow } from './queries.ts';
import { tellingLease } from './request-store-state.ts';
import { showPaid } from './show-paid.ts';
import { otherTags, showProgress } from './show-progress.ts';

const maxSteps = 12;

/** How one try ended. `due`: it goes on later by itself. */
export type Converged = 'done' | 'due' | 'failed' | 'conflict' | 'not-due';

/**
 * Brings one store order to its wanted state: reads the store, takes the next step, reads again. Under a lease, so that
 * one worker at a time works on an order; what changed meanwhile is taken up by another round. Lease and end need not
 * survive a crash of the database: the order is then due again, and the store says what is left to do.
 */
export async function reconcileStoreOrder(context: Context, shopId: string, storeOrderId: string): Promise<Converged> {
  const taken = await takeLease(context, shopId, storeOrderId);
  return taken ? (await convergeTaken(context, taken)).end : 'not-due';
}

export type Taken = { readonly wanted: LeasedRow; readonly platformOrderId: string };

export type Settled = {
  readonly end: Converged;
  /** As the row stands afterwards, unless somebody else is at it. */
  readonly row?: WantedRow | undefined;
};

/** The same for an order whose lease was taken before. */
export async function convergeTaken(context: Context, taken: Taken): Promise<Settled> {
  const { wanted } = taken;
  const end = await stepsTo(context, taken).catch((error: unknown): End => {
    if (error instanceof PlatformError) return endOf(error, wanted.tries);
    context.log.error({ err: error, shop: wanted.shop_id, store_order: wanted.store_order_id }, 'store update failed');
    return { state: 'due', message: 'The store could not be updated; it is tried again.', later: true };
  });
  context.metrics.storeUpdates.inc({ outcome: end.state });
  return settle(context, wanted, end);
}

type End = {
  readonly state: 'done' | 'due' | 'failed' | 'conflict';
  readonly message: string;
  readonly later?: boolean;
  /** What was changed in the store, for the shipment's history. */
  readonly notes?: readonly string[];
};

async function takeLease(context: Context, shopId: string, storeOrderId: string): Promise<Taken | undefined> {
  const now = context.clock();
  const lease = tellingLease(now);
  return withShopAtOnceSoon(context.db, shopId, async (trx) => {
    const [wanted, order] = await Promise.all([
      trx
        .updateTable('wanted_store_state')
        .set({ lease_id: lease.id, lease_until: lease.until })
        .where('shop_id', '=', shopId)
        .where('store_order_id', '=', storeOrderId)
        .where('state', '=', 'due')
        .where((where) => where.or([where('lease_until', 'is', null), where('lease_until', '<', now)]))
        .returningAll()
        .executeTakeFirst(),
      trx
        .selectFrom('store_order')
        .select('platform_order_id')
        .where('shop_id', '=', shopId)
        .where('id', '=', storeOrderId)
        .executeTakeFirst(),
    ]);
    return wanted && order && { wanted: { ...wanted, lease_id: lease.id }, platformOrderId: order.platform_order_id };
  });
}

async function stepsTo(context: Context, { wanted, platformOrderId }: Taken): Promise<End> {
  const access = await platformAccess(context, wanted.shop_id);
  const goals: WantedFulfilment[] = [
    ...wanted.unwanted_numbers.map((trackingNumber) => ({ trackingNumber, nothing: true as const })),
    ...(wanted.fulfilled && wanted.tracking_number
      ? [{ trackingNumber: wanted.tracking_number, lines: linesOf(wanted) }]
      : []),
  ];
  let notify = wanted.notify_customer;
  let refusals = 0;
  let stepsTaken = 0;
  // An unclear answer is settled by reading the store again; words of refusal are given one more reading.
  const mayReadAgain = (error: unknown): boolean =>
    error instanceof PlatformError &&
    (error.kind === 'uncertain' || (error.kind === 'rejected' && (refusals += 1) < 2));
  for (let taken = 0; taken < maxSteps; taken += 1) {
    const state = await context.platform.fulfilmentState(access, platformOrderId);
    if (!state) return { state: 'conflict', message: 'The order is no longer in the store.' };
    const step = firstStep(goals.map((goal) => nextFulfilmentStep(state, goal)));
    switch (step.kind) {
      case 'done':
        try {
          const shown = await showProgress(context, access, {
            wanted,
            leaseId: wanted.lease_id,
            platformOrderId,
            state,
          });
          const paid = await showPaid(context, access, wanted, platformOrderId);
          const message = wanted.fulfilled ? 'Fulfilled on Shopify.' : 'Unfulfilled from Shopify.';
          const isNews = stepsTaken > 0 || wanted.message === '';
          return { state: 'done', message, notes: [...(isNews ? [message] : []), ...shown, ...paid] };
        } catch (error) {
          if (!mayReadAgain(error)) throw error;
          break;
        }
      case 'cancelled-in-store':
        return { state: 'conflict', message: 'The order was cancelled in the store.' };
      case 'blocked':
        return { state: 'conflict', message: step.words };
      default:
        try {
          stepsTaken += 1;
          notify = await take(context, access, wanted, step, notify);
        } catch (error) {
          if (!mayReadAgain(error)) throw error;
        }
    }
  }
  return { state: 'due', message: 'The store needs more steps; it goes on by itself.', later: true };
}

const firstStep = (steps: readonly FulfilmentStep[]): FulfilmentStep =>
  steps.find((step) => step.kind !== 'done') ?? { kind: 'done' };

const linesOf = (wanted: WantedRow): { lineId: string; quantity: number }[] =>
  (wanted.lines as unknown as ShipmentLine[]).map(({ lineId, quantity }) => ({ lineId, quantity }));

/** Takes one step; answers whether the customer's notice is still to be given with the next fulfilment. */
async function take(
  context: Context,
  access: PlatformAccess,
  wanted: WantedRow,
  step: Extract<FulfilmentStep, { kind: 'fulfil' | 'cancel' }>,
  notify: boolean,
): Promise<boolean> {
  if (step.kind === 'cancel') {
    for (const id of step.fulfilmentIds) await context.platform.cancelFulfilment(access, id);
    return notify;
  }
  let notifyNext = notify;
  for (const group of step.groups) {
    const number = wanted.tracking_number ?? '';
    await context.platform.fulfil(access, {
      fulfilmentOrders: group.fulfilmentOrders,
      tracking: {
        number,
        company: courierName(wanted.company),
        url: `${context.config.publicUrl}/track/${encodeURIComponent(number)}`,
      },
      notifyCustomer: notifyNext,
    });
    notifyNext = false;
  }
  return notifyNext;
}

const retryMs = [5_000, 15_000, 60_000, 5 * 60_000, 15 * 60_000, 60 * 60_000];
/** From this try on a person is told. */
const triesBeforeAttention = 4;

function endOf(error: PlatformError, tries: number): End {
  const words = (error.platformWords || error.message).replace(/(?<![.\s])[.\s]+$/, '');
  switch (error.kind) {
    case 'rejected':
      return { state: 'failed', message: `The store refused: ${words}` };
    case 'unauthorised':
      return {
        state: tries < triesBeforeAttention ? 'due' : 'failed',
        message: `The store refused access: ${words}`,
        later: true,
      };
    default:
      return { state: 'due', message: `The store cannot be reached: ${words}. It is tried again.`, later: true };
  }
}

/** Writes the end down, for the version that was worked on; a newer version is due at once. */
async function settle(context: Context, wanted: LeasedRow, end: End): Promise<Settled> {
  const now = context.clock();
  if (end.state === 'done') {
    const done = await settleDone(context, wanted, end, now);
    if (done) return { end: 'done', row: done };
  }
  return withShopSoon(context.db, wanted.shop_id, async (trx) => {
    const row = await endOn(trx, wanted, end, now).returningAll().executeTakeFirst();
    if (row?.version !== wanted.version) return { end: 'due', row };
    if (end.state !== 'done') await followTrouble(trx, wanted, end, now);
    return { end: end.state, row };
  });
}

/** Nearly always nothing newer came meanwhile: what follows from the end is written with it, in one round. */
async function settleDone(context: Context, wanted: LeasedRow, end: End, now: Date): Promise<WantedRow | undefined> {
  const { version } = wanted;
  const work = async (trx: Db): Promise<WantedRow> => {
    const change = endOn(trx, wanted, end, now).where('version', '=', version).returningAll();
    const [row] = await Promise.all([changeOne(trx, change), ...followDone(trx, wanted, end, now)]);
    return row;
  };
  return withShopAtOnceSoon(context.db, wanted.shop_id, work).catch((error: unknown) => {
    if (isNotOne(error)) return undefined;
    throw error;
  });
}

/** Writes the end into the row, which may be of a newer version; there is none where the lease is another's. */
function endOn(trx: Db, wanted: LeasedRow, end: End, now: Date) {
  const pause = retryMs[Math.min(wanted.tries, retryMs.length - 1)] ?? 60_000;
  return trx
    .updateTable('wanted_store_state')
    .set({
      lease_id: null,
      lease_until: null,
      state: sql<string>`case when version = ${wanted.version} then ${end.state} else 'due' end`,
      done_version: end.state === 'done' ? wanted.version : wanted.done_version,
      next_at: sql<Date>`case when version = ${wanted.version}::integer then ${end.later ? new Date(now.getTime() + pause) : now}::timestamptz else next_at end`,
      tries: sql<number>`case when version = ${wanted.version} then ${end.later ? wanted.tries + 1 : 0}::integer else tries end`,
      message: end.message,
      // A number that was taken out of the store need not be taken out again.
      ...(end.state === 'done' && {
        unwanted_numbers: sql<
          string[]
        >`array(select unnest(unwanted_numbers) except select unnest(${wanted.unwanted_numbers}::text[]))`,
        notify_customer: sql<boolean>`notify_customer and version <> ${wanted.version}`,
        wants_paid: sql<boolean>`wants_paid and version <> ${wanted.version}`,
        shown_tag: wanted.wanted_tag,
        our_tags: sql<
          string[]
        >`array(select tag from unnest(our_tags) as tag where tag = wanted_tag or tag <> all(${otherTags(wanted)}::text[]))`,
      }),
      updated_at: now,
    })
    .where('shop_id', '=', wanted.shop_id)
    .where('store_order_id', '=', wanted.store_order_id)
    .where('lease_id', '=', wanted.lease_id);
}

const shipmentOf = (wanted: WantedRow) => ({ shop_id: wanted.shop_id, id: wanted.shipment_id });

function followDone(trx: Db, wanted: WantedRow, end: End, now: Date): Promise<void>[] {
  const shipment = shipmentOf(wanted);
  return [
    closeCases(trx, shipment, ['store-update-failed', 'store-conflict'], now, 'Courierdesk'),
    ...(end.notes ?? []).map((what) => addHistory(trx, shipment, { at: now, who: 'Courierdesk', what })),
  ];
}

async function followTrouble(trx: Db, wanted: WantedRow, end: End, now: Date): Promise<void> {
  const detail = { message: end.message };
  if (end.state === 'conflict') await openCase(trx, shipmentOf(wanted), 'store-conflict', now, detail);
  else if (end.state === 'failed' || wanted.tries + 1 >= triesBeforeAttention)
    await openCase(trx, shipmentOf(wanted), 'store-update-failed', now, detail);
}
