import { courierName } from '@courierdesk/contract/companies';
import { sql } from 'kysely';
import type { Context } from '../../base/context.ts';
import { isFree } from '../../base/db/leases.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { describeStep, inTraceOf } from '../../base/tracing/tracing.ts';
import {
  nextFulfilmentStep,
  type FulfilmentStep,
  type DesiredFulfilment,
} from '../../adapters/platforms/fulfilment-plan.ts';
import { PlatformError, type PlatformAccess, type PlatformFulfilmentState } from '../../adapters/platforms/platform.ts';
import type { ShipmentLine } from '../../shipments/record/shipment-row.ts';
import { isStoreClosed } from '../../shop/shops/closed-stores.ts';
import { accessWhileLeased } from './access-while-leased.ts';
import { storeUpdatesOfOthers, type DesiredStateRow } from './find-store-updates.ts';
import { whyOutOfReach } from './out-of-reach.ts';
import { newSyncLease, orderIsLeased, type LeasedStateRow } from './sync-lease.ts';
import { markPaidInStore } from './mark-paid-in-store.ts';
import { addProgressToStore } from './add-progress-to-store.ts';
import { trackingLink } from '../../shipments/record/tracking-link.ts';
import {
  failedAttempt,
  saveAttempt,
  storeClosedAttempt,
  type Attempt,
  type SyncOutcome,
  type SyncResult,
  type TrySoFar,
} from './sync-attempt.ts';

const maxSteps = 12;

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
      .set(lease)
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
      .where(isFree(now))
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
      desired: { ...desired, ...lease },
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
    soFar.partlyInStore = desired.fulfilled && showsNumber(state, desired.tracking_number);
    // The items of a parcel that was cancelled are needed for this one. What stops that is reported with that parcel.
    const cancels = cancelled.map((goal) => nextFulfilmentStep(state, goal)).filter(({ kind }) => kind === 'cancel');
    const [step = { kind: 'done' }] = [...cancels, ...steps];
    const addProgress = async (): Promise<void> => {
      await addProgressToStore(context, access, { desired, others, platformOrderId, state, notes: soFar.notes });
      soFar.hasProgress = true;
    };
    switch (step.kind) {
      case 'done':
        try {
          const message = desired.fulfilled ? 'Fulfilled on Shopify.' : 'Unfulfilled from Shopify.';
          const isFirstTime = stepsApplied > 0 || desired.message === '';
          if (isFirstTime && !soFar.notes.includes(message)) soFar.notes.push(message);
          await addProgress();
          return { state: 'done', message };
        } catch (error) {
          if (!mayReadAgain(error)) throw error;
          break;
        }
      case 'cancelled-in-store':
        return { state: 'conflict', message: 'The order was cancelled in the store.' };
      case 'blocked':
        try {
          if (soFar.partlyInStore) await addProgress();
          return { state: 'conflict', message: step.words };
        } catch (error) {
          if (!mayReadAgain(error)) throw error;
          break;
        }
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

const showsNumber = ({ fulfilments }: PlatformFulfilmentState, number: string | null): boolean =>
  fulfilments.some(({ succeeded, trackingNumbers }) => succeeded && trackingNumbers.includes(number ?? ''));

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
