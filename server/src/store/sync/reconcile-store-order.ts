import type { AttentionKind } from '@courierdesk/contract/attention';
import { courierName } from '@courierdesk/contract/companies';
import { sql } from 'kysely';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { describeStep, inTraceOf } from '../../base/tracing/tracing.ts';
import {
  nextFulfilmentStep,
  type FulfilmentStep,
  type DesiredFulfilment,
} from '../../adapters/platforms/fulfilment-plan.ts';
import { PlatformError, type PlatformAccess, type PlatformFulfilmentState } from '../../adapters/platforms/platform.ts';
import { closeCases, openCase } from '../../shipments/record/cases.ts';
import { addHistory } from '../../shipments/record/history.ts';
import type { ShipmentLine } from '../../shipments/record/shipment-row.ts';
import { isStoreClosed } from '../../shop/shops/closed-stores.ts';
import { accessWhileLeased } from './access-while-leased.ts';
import { storeUpdatesOfOthers, type DesiredStateRow, type LeasedStateRow } from './find-store-updates.ts';
import { whyOutOfReach } from './out-of-reach.ts';
import { newSyncLease, orderIsLeased } from './sync-lease.ts';
import { requestStoreUpdate } from './request-store-update.ts';
import { markPaidInStore } from './mark-paid-in-store.ts';
import { tagsToRemove, addProgressToStore } from './add-progress-to-store.ts';
import { trackingLink } from '../../shipments/record/tracking-link.ts';

const maxSteps = 12;

/**
 * How one try ended. `due`: it is retried later. `out-of-reach`: the store hides the order from us, or it was deleted.
 * `not-due`: there was nothing to do, or another worker has the lease.
 */
type SyncOutcome = Attempt['state'] | 'not-due';

/**
 * Makes one store order match the desired state of each of its parcels in turn, cancelled ones first: reads the store, applies
 * the next step, reads again. A lease keeps other workers away from the order. If the desired state changes during the work,
 * the order stays due. A database crash may lose the lease or the outcome: the order is then due again, and reading the store
 * shows which steps are left.
 */
export async function reconcileStoreOrder(
  context: Context,
  shopId: string,
  storeOrderId: string,
): Promise<SyncOutcome> {
  const outcomes: SyncOutcome[] = [];
  const tried: string[] = [];
  for (;;) {
    const order = await leaseOrder(context, shopId, storeOrderId, tried);
    if (!order) return outcomes.find((outcome) => outcome !== 'done') ?? outcomes[0] ?? 'not-due';
    tried.push(order.desired.shipment_id);
    outcomes.push((await reconcileLeasedOrder(context, order)).outcome);
  }
}

export type LeasedStoreOrder = {
  readonly desired: LeasedStateRow;
  readonly platformOrderId: string;
  /** The trace of the booking, until the store has the booking. */
  readonly traceparent?: string | null;
};

export type SyncResult = {
  readonly outcome: SyncOutcome;
  /** The row after the write. Missing when another worker has taken the lease. */
  readonly row?: DesiredStateRow | undefined;
};

/** The same for an order that the caller has leased. */
export function reconcileLeasedOrder(context: Context, order: LeasedStoreOrder): Promise<SyncResult> {
  return inTraceOf(order.traceparent, { name: 'update the store' }, async () => {
    const result = await reconcile(context, order);
    describeStep({ 'courierdesk.outcome': result.outcome });
    return result;
  });
}

async function reconcile(context: Context, order: LeasedStoreOrder): Promise<SyncResult> {
  const { desired } = order;
  const soFar: TrySoFar = { notes: [] };
  const attempt = await applySteps(context, order, soFar).catch(async (error: unknown): Promise<Attempt> => {
    if (error instanceof PlatformError)
      return (await isStoreClosed(context, desired.shop_id))
        ? storeClosedAttempt(error)
        : failedAttempt(error, desired.tries);
    context.log.error(
      { err: error, shop: desired.shop_id, store_order: desired.store_order_id },
      'store update failed',
    );
    return { state: 'due', message: 'Store update failed. We’ll retry automatically.', retryLater: true };
  });
  context.metrics.storeUpdates.inc({ outcome: attempt.state });
  return saveAttempt(context, desired, attempt, soFar);
}

/** What a try has found and done in the store, also if it fails afterwards. */
type TrySoFar = {
  /** The store shows all items of the parcel as fulfilled with its number. */
  inStore?: boolean;
  /** For the shipment's history. */
  readonly notes: string[];
};

type Attempt = {
  readonly state: 'done' | 'due' | 'failed' | 'conflict' | 'out-of-reach';
  readonly message: string;
  /** Retried after a pause. */
  readonly retryLater?: boolean;
};

/** Leases the state of one parcel that was not tried yet, unless another worker has the order. */
async function leaseOrder(
  context: Context,
  shopId: string,
  storeOrderId: string,
  tried: readonly string[],
): Promise<LeasedStoreOrder | undefined> {
  const now = context.clock();
  const lease = newSyncLease(now);
  return withShop(context.db, shopId, async (trx) => {
    const desired = await trx
      .updateTable('desired_store_state')
      .set({ lease_id: lease.id, lease_until: lease.until })
      .where('shop_id', '=', shopId)
      .where('store_order_id', '=', storeOrderId)
      .where(
        'shipment_id',
        '=',
        sql<string>`(
            select shipment_id from desired_store_state as desired
            where shop_id = ${shopId} and store_order_id = ${storeOrderId} and state = 'due'
              and shipment_id <> all(${[...tried]}::text[]) and not ${orderIsLeased(shopId, now)}
            order by fulfilled, shipment_id limit 1)`,
      )
      .where('state', '=', 'due')
      .where((where) => where.or([where('lease_until', 'is', null), where('lease_until', '<', now)]))
      .returningAll()
      .executeTakeFirst();
    if (!desired) return undefined;
    const { platform_order_id: platformOrderId, traceparent } = await trx
      .selectFrom('store_order')
      .innerJoin('shipment', 'shipment.shop_id', 'store_order.shop_id')
      .select(['store_order.platform_order_id', 'shipment.traceparent'])
      .where('store_order.shop_id', '=', shopId)
      .where('store_order.id', '=', storeOrderId)
      .where('shipment.id', '=', desired.shipment_id)
      .executeTakeFirstOrThrow();
    return {
      desired: { ...desired, lease_id: lease.id },
      platformOrderId,
      traceparent: desired.synced_version === 0 ? traceparent : null,
    };
  });
}

async function applySteps(
  context: Context,
  { desired, platformOrderId }: LeasedStoreOrder,
  soFar: TrySoFar,
): Promise<Attempt> {
  const [access, others] = await Promise.all([
    accessWhileLeased(context, desired),
    withShop(context.db, desired.shop_id, (trx) => storeUpdatesOfOthers(trx, desired)),
  ]);
  // Fulfilments do not change what is paid, so a conflict about them does not stop a payment.
  soFar.notes.push(...(await markPaidInStore(context, access, desired, platformOrderId)));
  const parcels = [desired, ...others];
  const cancelled = others.filter(({ fulfilled }) => !fulfilled).flatMap((other) => goalOf(other, parcels));
  const goals = goalOf(desired, parcels);
  let refusals = 0;
  let stepsApplied = 0;
  // After an uncertain answer, reading the store again shows the result. A rejection gets one more read: the order may
  // have changed between our read and our write.
  const mayReadAgain = (error: unknown): boolean =>
    error instanceof PlatformError &&
    (error.kind === 'uncertain' || (error.kind === 'rejected' && (refusals += 1) < 2));
  for (let reads = 0; reads < maxSteps; reads += 1) {
    const state = await context.platform.fulfilmentState(access, platformOrderId);
    if (!state) {
      const message = await whyOutOfReach(context, { ...desired, lines: linesOf(desired) }, platformOrderId);
      if (message !== desired.message) soFar.notes.push(message);
      return { state: 'out-of-reach', message };
    }
    const steps = goals.map((goal) => nextFulfilmentStep(state, goal));
    soFar.inStore = desired.fulfilled && steps.some(({ kind }) => kind === 'done');
    // The items of a parcel that was cancelled are needed for this one. What stops that is reported with that parcel.
    const cancels = cancelled.map((goal) => nextFulfilmentStep(state, goal)).filter(({ kind }) => kind === 'cancel');
    const [step = { kind: 'done' }] = [...cancels, ...steps];
    switch (step.kind) {
      case 'done':
        try {
          const message = desired.fulfilled ? 'Fulfilled on Shopify.' : 'Unfulfilled from Shopify.';
          const isFirstTime = stepsApplied > 0 || desired.message === '';
          if (isFirstTime && !soFar.notes.includes(message)) soFar.notes.push(message);
          await addProgressToStore(context, access, { desired, others, platformOrderId, state, notes: soFar.notes });
          return { state: 'done', message };
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
          stepsApplied += 1;
          await applyStep(context, access, desired, state, step);
        } catch (error) {
          if (!mayReadAgain(error)) throw error;
        }
    }
  }
  return {
    state: 'due',
    message: 'The store update is not complete yet. We’ll continue automatically.',
    retryLater: true,
  };
}

/** None for a parcel without a number. */
function goalOf(desired: DesiredStateRow, parcels: readonly DesiredStateRow[]): DesiredFulfilment[] {
  const { tracking_number: trackingNumber } = desired;
  if (!trackingNumber) return [];
  const parcelNumbers = parcels.flatMap((parcel) => parcel.tracking_number ?? []);
  const goal = { trackingNumber, lines: linesOf(desired), parcelNumbers };
  return [desired.fulfilled ? { ...goal, replaceOthers: desired.replace_others } : { ...goal, nothing: true }];
}

const linesOf = (desired: DesiredStateRow): { lineId: string; quantity: number }[] =>
  (desired.lines as unknown as ShipmentLine[]).map(({ lineId, quantity }) => ({ lineId, quantity }));

/** Only the parcel's first fulfilment emails the customer. */
async function applyStep(
  context: Context,
  access: PlatformAccess,
  desired: DesiredStateRow,
  state: PlatformFulfilmentState,
  step: Extract<FulfilmentStep, { kind: 'fulfil' | 'cancel' }>,
): Promise<void> {
  if (step.kind === 'cancel') {
    for (const id of step.fulfilmentIds) await context.platform.cancelFulfilment(access, id);
    return;
  }
  const number = desired.tracking_number ?? '';
  let notifyCustomer =
    desired.notify_customer && !state.fulfilments.some(({ trackingNumbers }) => trackingNumbers.includes(number));
  for (const group of step.groups) {
    await context.platform.fulfil(access, {
      fulfilmentOrders: group.fulfilmentOrders,
      tracking: {
        number,
        company: courierName(desired.company),
        url: trackingLink(context.config, desired),
      },
      notifyCustomer,
    });
    notifyCustomer = false;
  }
}

const retryMs = [5_000, 15_000, 60_000, 5 * 60_000, 15 * 60_000, 60 * 60_000];
/** From this try on, the failure is shown to people as a case. */
const triesBeforeAttention = 4;

/** No try, and no case: the job skips the rows of a closed store, and they are due when it opens. */
const storeClosedAttempt = (error: PlatformError): Attempt => ({
  state: 'due',
  message: `${error.closedAs ? error.message : 'The store withdrew our access.'} We’ll update the store when it lets us in again.`,
});

function failedAttempt(error: PlatformError, tries: number): Attempt {
  const words = (error.platformWords || error.message).replace(/(?<![.\s])[.\s]+$/, '');
  switch (error.kind) {
    case 'rejected':
      return { state: 'failed', message: `The store refused: ${words}.` };
    case 'unauthorised': {
      // The store is open and our permissions are complete, so a person has to find out why.
      const givesUp = tries >= triesBeforeAttention;
      return {
        state: givesUp ? 'failed' : 'due',
        message: `The store refused access: ${words}.${givesUp ? '' : ' We’ll retry automatically.'}`,
        retryLater: !givesUp,
      };
    }
    default:
      return {
        state: 'due',
        message: `The store did not respond: ${words}. We’ll retry automatically.`,
        retryLater: true,
      };
  }
}

/** Saves the outcome for the version that was worked on. A newer version stays due. */
function saveAttempt(
  context: Context,
  desired: LeasedStateRow,
  attempt: Attempt,
  { inStore, notes }: TrySoFar,
): Promise<SyncResult> {
  const now = context.clock();
  return withShop(context.db, desired.shop_id, async (trx) => {
    const row = await updateWithAttempt(trx, desired, attempt, inStore, now);
    if (row)
      for (const what of notes) await addHistory(trx, shipmentOf(desired), { at: now, who: 'Courierdesk', what });
    if (row?.state === 'due')
      await requestStoreUpdate(trx, desired.shop_id, { jobs: context.jobs, now: row.next_at ?? now });
    if (row?.version !== desired.version) return { outcome: 'due', row };
    if (attempt.state === 'done' || attempt.state === 'out-of-reach')
      await closeCases(trx, shipmentOf(desired), ['store-update-failed', 'store-conflict'], now, 'Courierdesk');
    else await openCaseForFailure(trx, desired, attempt, now);
    return { outcome: attempt.state, row };
  });
}

/** Of a newer version, only what the store has of the older one is recorded. Updates nothing when another worker has taken the lease. */
async function updateWithAttempt(
  trx: Db,
  desired: LeasedStateRow,
  attempt: Attempt,
  inStore: boolean | undefined,
  now: Date,
): Promise<DesiredStateRow | undefined> {
  const leased = await trx
    .selectFrom('desired_store_state')
    .selectAll()
    .where('shop_id', '=', desired.shop_id)
    .where('store_order_id', '=', desired.store_order_id)
    .where('shipment_id', '=', desired.shipment_id)
    .where('lease_id', '=', desired.lease_id)
    .forUpdate()
    .executeTakeFirst();
  if (!leased) return undefined;
  const isSameVersion = leased.version === desired.version;
  const isDone = attempt.state === 'done';
  const pause = attempt.retryLater ? (retryMs[Math.min(desired.tries, retryMs.length - 1)] ?? 60_000) : 0;
  const outdatedTags = tagsToRemove(desired);
  return trx
    .updateTable('desired_store_state')
    .set({
      ...{ lease_id: null, lease_until: null, message: attempt.message, updated_at: now },
      ...(inStore !== undefined && { in_store: inStore }),
      ...(isSameVersion && {
        stopped_as: isDone || attempt.state === 'due' ? null : attempt.state,
        next_at: new Date(now.getTime() + pause),
        tries: attempt.retryLater ? desired.tries + 1 : 0,
      }),
      ...(isDone && {
        synced_version: desired.version,
        synced_tag: desired.desired_tag,
        managed_tags: leased.managed_tags.filter((tag) => tag === leased.desired_tag || !outdatedTags.includes(tag)),
      }),
      ...(isDone && isSameVersion && { notify_customer: false, replace_others: false }),
    })
    .where('shop_id', '=', desired.shop_id)
    .where('store_order_id', '=', desired.store_order_id)
    .where('shipment_id', '=', desired.shipment_id)
    .returningAll()
    .executeTakeFirst();
}

const shipmentOf = (desired: DesiredStateRow) => ({ shop_id: desired.shop_id, id: desired.shipment_id });

async function openCaseForFailure(trx: Db, desired: DesiredStateRow, attempt: Attempt, now: Date): Promise<void> {
  const { state, message, retryLater } = attempt;
  if (state === 'due' && !(retryLater && desired.tries + 1 >= triesBeforeAttention)) return;
  const kind = state === 'conflict' ? 'store-conflict' : 'store-update-failed';
  if (await wasDismissed(trx, desired, kind, message)) return;
  await openCase(trx, shipmentOf(desired), kind, now, { message, version: desired.version });
}

/** A person closed a case with these words, and the store was not updated since. */
async function wasDismissed(trx: Db, desired: DesiredStateRow, kind: AttentionKind, message: string): Promise<boolean> {
  const dismissed = await trx
    .selectFrom('attention')
    .select('id')
    .where('shop_id', '=', desired.shop_id)
    .where('shipment_id', '=', desired.shipment_id)
    .where('kind', '=', kind)
    .where('closed_at', 'is not', null)
    .where(
      sql<boolean>`detail ->> 'message' = ${message} and (detail ->> 'version')::integer > ${desired.synced_version}`,
    )
    .executeTakeFirst();
  return dismissed !== undefined;
}
