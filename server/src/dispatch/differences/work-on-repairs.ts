import type { DifferenceRepairKind } from '@courierdesk/contract/difference-kinds';
import { DifferenceRepairKind as RepairKind, repairAccess } from '@courierdesk/contract/difference-kinds';
import type { Updateable } from 'kysely';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import { CourierError, wordsOf } from '../../adapters/couriers/courier-error.ts';
import { isDatabaseAway, type Db } from '../../base/db/client.ts';
import type { Difference } from '../../base/db/schema.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { AppError } from '../../base/errors.ts';
import { PlatformError } from '../../adapters/platforms/platform.ts';
import { mayStill } from '../../people/users/may-still.ts';
import { storeError } from '../../shop/shops/store-error.ts';
import { addShipment } from './add-shipment.ts';
import {
  currentRepair,
  differenceLabel,
  personOf,
  takenOverMs,
  textOf,
  type CurrentRepair,
  type RepairResult,
  type RepairRow,
} from './repair-row.ts';
import { cancelBooking, recordCancellation } from './repair-cancelled.ts';
import { repairInStore } from './repair-in-store.ts';

/** Each is safe to repeat: after a kill, the next process starts it again. */
const repairs: Record<DifferenceRepairKind, (context: Context, repair: CurrentRepair) => Promise<RepairResult>> = {
  'cancel-booking': cancelBooking,
  'record-cancellation': recordCancellation,
  'show-number': repairInStore,
  'fulfil-in-store': repairInStore,
  'mark-paid-in-store': repairInStore,
  'add-parcel': addShipment,
  // The shop shipped these items itself: remembered like a dismissal, so that the next comparison does not show it again.
  'accept-fulfilment': async (_context, { row }) => ({
    state: 'accepted',
    after: `${row.order_name} is accepted as shipped elsewhere.`,
  }),
};

const repairsAtOnce = 4;
/** After so many, the other shops have their turn. */
const maxRounds = 10;
const checkAgainMs = 5_000;
/** A store update or a cancel that takes longer has a case of its own in Needs attention. */
const giveUpMs = 30 * 60_000;

/**
 * Continues the shop's repairs that wait, were asked for in bulk, or were left by a process that died. Returns when the next
 * one is due.
 */
export async function workOnRepairs(
  context: Context,
  { shopId }: { readonly shopId: string },
  signal: AbortSignal,
): Promise<Date | undefined> {
  for (let round = 0; round < maxRounds && !signal.aborted; round += 1) {
    const due = await dueRepairs(context, shopId);
    if (due.length === 0) break;
    await Promise.all(due.map((row) => tryRepair(context, row)));
  }
  const [next] = await withShop(context.db, shopId, shopsWithRepairs);
  return next?.at;
}

/** When the next repair of each shop is due. Within a shop, only this one is seen. */
export async function shopsWithRepairs(trx: Db): Promise<{ shopId: string; at: Date }[]> {
  const rows = await trx
    .selectFrom('difference_repair')
    .select(({ fn }) => ['shop_id as shopId', fn.min('next_at').as('at')])
    .where('state', 'in', ['asked', 'waiting'])
    .groupBy('shop_id')
    .execute();
  return rows.flatMap(({ shopId, at }) => (at ? [{ shopId, at }] : []));
}

const dueRepairs = ({ db, clock }: Context, shopId: string): Promise<RepairRow[]> =>
  withShop(db, shopId, (trx) =>
    trx
      .selectFrom('difference_repair')
      .selectAll()
      .where('shop_id', '=', shopId)
      .where('state', 'in', ['asked', 'waiting'])
      .where('next_at', '<=', clock())
      .orderBy('next_at')
      .limit(repairsAtOnce)
      .execute(),
  );

async function tryRepair(context: Context, row: RepairRow): Promise<void> {
  try {
    await workOnRepair(context, row);
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    context.log.error({ err: error, repair: row.id }, 'could not repair, will retry');
    await withShop(context.db, row.shop_id, (trx) =>
      currentRepair(trx, row)
        .set({ next_at: new Date(context.clock().getTime() + takenOverMs) })
        .execute(),
    );
  }
}

/** One try of a repair. Undefined when another process was faster. */
export async function workOnRepair(context: Context, row: RepairRow): Promise<RepairRow | undefined> {
  const difference = await withShop(context.db, row.shop_id, (trx) =>
    trx
      .selectFrom('difference')
      .selectAll()
      .where('shop_id', '=', row.shop_id)
      .where('id', '=', row.difference_id)
      .executeTakeFirst(),
  );
  if (!difference) return undefined;
  const current = { row, difference, by: personOf(row) };
  const kind = RepairKind.parse(row.repair);
  // A repair that waits was started while its person was allowed: only its result is read.
  const isAllowed =
    row.state === 'waiting' || (await mayStill(context, row.shop_id, row.asked_by_user_id, repairAccess[kind]));
  const result = isAllowed ? await repairs[kind](context, current).catch(resultOfError) : notAllowed;
  return save(context, current, result);
}

const notAllowed: RepairResult = {
  state: 'failed',
  after: 'The person who asked for this may no longer repair it.',
};

function resultOfError(error: unknown): RepairResult {
  const failure = error instanceof PlatformError ? storeError(error) : error;
  if (failure instanceof AppError) return { state: 'failed', after: failure.message };
  if (failure instanceof CourierError)
    return { state: 'failed', after: `The courier did not respond: ${wordsOf(failure)}. Nothing was changed.` };
  throw error;
}

async function save(
  context: Context,
  { row, difference, by }: CurrentRepair,
  tried: RepairResult,
): Promise<RepairRow | undefined> {
  const now = context.clock();
  const isLate = now.getTime() - row.asked_at.getTime() > giveUpMs;
  const result: RepairResult =
    tried.state === 'waiting' && isLate
      ? { state: 'failed', after: 'It takes too long. Needs attention shows whether a person has to act.' }
      : tried;
  const checkAgainAt = new Date(now.getTime() + checkAgainMs);
  return withShop(context.db, row.shop_id, async (trx) => {
    const saved = await currentRepair(trx, row)
      .set(
        result.state === 'waiting'
          ? { state: 'waiting', tries: row.tries + 1, next_at: checkAgainAt }
          : { ...endOf(result), finished_at: now, next_at: null },
      )
      .returningAll()
      .executeTakeFirst();
    if (!saved) return undefined;
    if (result.state === 'waiting') {
      await context.jobs.request(trx, 'difference-repairs', { shopId: row.shop_id, at: checkAgainAt });
      return saved;
    }
    const after = saved.after;
    await trx
      .updateTable('difference')
      .set(differenceAfter(result, after, now))
      .where('shop_id', '=', row.shop_id)
      .where('id', '=', row.difference_id)
      .where('repair_id', '=', row.id)
      .execute();
    const isFailed = saved.state === 'failed';
    await recordAuditEvent(trx, by, {
      at: now,
      action: isFailed ? 'difference.repair-failed' : 'difference.repaired',
      subjectKind: 'difference',
      subjectId: row.difference_id,
      label: differenceLabel(difference),
      detail: { what: textOf(difference), ...(isFailed && { why: after }) },
      changes: { state: { before: row.before, after } },
    });
    return saved;
  });
}

const agreesText = 'The difference is gone, so nothing was changed.';

function endOf(result: Exclude<RepairResult, { state: 'waiting' }>): { state: 'done' | 'failed'; after: string } {
  switch (result.state) {
    case 'failed':
      return { state: 'failed', after: result.after };
    case 'agrees':
      return { state: 'done', after: agreesText };
    case 'done':
    case 'accepted':
      return { state: 'done', after: result.after };
  }
}

function differenceAfter(
  { state }: Exclude<RepairResult, { state: 'waiting' }>,
  note: string,
  now: Date,
): Updateable<Difference> {
  switch (state) {
    case 'failed':
      return { state: 'open', note };
    case 'agrees':
      return { state: 'closed', note: 'No longer differs.', closed_at: now };
    case 'accepted':
      return { state: 'dismissed', note };
    case 'done':
      return { state: 'repaired', note: '', closed_at: now };
  }
}
