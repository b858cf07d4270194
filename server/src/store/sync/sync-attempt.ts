import type { AttentionKind } from '@courierdesk/contract/attention';
import { sql } from 'kysely';
import type { PlatformError } from '../../adapters/platforms/platform.ts';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { hasLease, noLease } from '../../base/db/leases.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { closeCases, openCase } from '../../shipments/record/cases.ts';
import { addHistory } from '../../shipments/record/history.ts';
import { tagsToRemove } from './add-progress-to-store.ts';
import type { DesiredStateRow } from './find-store-updates.ts';
import type { LeasedStateRow } from './sync-lease.ts';
import { requestStoreUpdate } from './request-store-update.ts';

/**
 * How one try ended. `due`: it is retried later. `out-of-reach`: the store hides the order from us, or it was deleted.
 * `not-due`: there was nothing to do, or another worker has the lease.
 */
export type SyncOutcome = Attempt['state'] | 'not-due';

export type SyncResult = {
  readonly outcome: SyncOutcome;
  /** The row after the write. Missing when another worker has taken the lease. */
  readonly row?: DesiredStateRow | undefined;
};

/** What a try has found and done in the store, also if it fails afterwards. */
export type TrySoFar = {
  /** The store shows all items of the parcel as fulfilled with its number. */
  inStore?: boolean;
  /** The store shows at least some of them. */
  partlyInStore?: boolean;
  /** The store has the events and the tag. */
  hasProgress?: boolean;
  /** For the shipment's history. */
  readonly notes: string[];
};

export type Attempt = {
  readonly state: 'done' | 'due' | 'failed' | 'conflict' | 'out-of-reach';
  readonly message: string;
  /** Retried after a pause. */
  readonly retryLater?: boolean;
};

const retryMs = [5_000, 15_000, 60_000, 5 * 60_000, 15 * 60_000, 60 * 60_000];
/** From this try on, the failure is shown to people as a case. */
const triesBeforeAttention = 4;

/** No try, and no case: the job skips the rows of a closed store, and they are due when it opens. */
export const storeClosedAttempt = (error: PlatformError): Attempt => ({
  state: 'due',
  message: `${error.closedAs ? error.message : 'The store withdrew our access.'} We’ll update the store when it lets us in again.`,
});

export function failedAttempt(error: PlatformError, tries: number): Attempt {
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
export function saveAttempt(
  context: Context,
  desired: LeasedStateRow,
  attempt: Attempt,
  soFar: TrySoFar,
): Promise<SyncResult> {
  const now = context.clock();
  return withShop(context.db, desired.shop_id, async (trx) => {
    const row = await updateWithAttempt(trx, desired, attempt, soFar, now);
    if (row)
      for (const what of soFar.notes) await addHistory(trx, shipmentOf(desired), { at: now, who: 'Courierdesk', what });
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
  { inStore, partlyInStore, hasProgress }: TrySoFar,
  now: Date,
): Promise<DesiredStateRow | undefined> {
  const leased = await trx
    .selectFrom('desired_store_state')
    .selectAll()
    .where('shop_id', '=', desired.shop_id)
    .where('store_order_id', '=', desired.store_order_id)
    .where('shipment_id', '=', desired.shipment_id)
    .where(hasLease(desired))
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
      ...{ ...noLease, message: attempt.message, updated_at: now },
      ...(inStore !== undefined && { in_store: inStore }),
      ...(partlyInStore !== undefined && { partly_in_store: partlyInStore }),
      ...(isSameVersion && {
        stopped_as: isDone || attempt.state === 'due' ? null : attempt.state,
        next_at: new Date(now.getTime() + pause),
        tries: attempt.retryLater ? desired.tries + 1 : 0,
      }),
      ...(hasProgress && {
        synced_tag: desired.desired_tag,
        managed_tags: leased.managed_tags.filter((tag) => tag === leased.desired_tag || !outdatedTags.includes(tag)),
      }),
      ...(isDone && { synced_version: desired.version }),
      ...(isDone && isSameVersion && { notify_customer: false }),
      // What a person asked to replace was about the order as it was then, so a later try replaces nothing.
      ...(attempt.state !== 'due' && isSameVersion && { replace_others: false }),
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
