import type { Updateable } from 'kysely';
import type { Context } from '../context.ts';
import { newId } from '../db/ids.ts';
import type { Db } from '../db/client.ts';
import type { Comparison } from '../db/schema.ts';
import { withShop } from '../db/tenancy.ts';
import { AppError } from '../errors.ts';
import { runPool } from '../jobs/run-pool.ts';
import { PlatformError } from '../platforms/platform.ts';
import { storeError } from '../shops/store-error.ts';
import { compareCouriers } from './compare-couriers.ts';
import { compareFulfilments } from './compare-fulfilments.ts';
import { compareParcels } from './compare-parcels.ts';
import {
  claimComparison,
  ComparisonStep,
  holdsLease,
  leaseMs,
  nextNightOf,
  Problems,
  type ComparisonRow,
  type LeasedComparison,
  type PartDone,
} from './comparison-row.ts';
import { countWork } from './queries.ts';
import { refreshOrders } from './refresh-orders.ts';

type Part = (context: Context, run: LeasedComparison, signal: AbortSignal) => Promise<PartDone>;

const parts: Record<ComparisonStep, Part> = {
  orders: refreshOrders,
  parcels: compareParcels,
  fulfilments: compareFulfilments,
  couriers: compareCouriers,
};

const comparisonsAtOnce = 2;
/** After this time, other shops get their turn. */
const maxWorkMs = 20_000;
const retryMs = [30_000, 2 * 60_000, 10 * 60_000];

/** Works on comparisons in short rounds. Each part is saved at once: a killed process loses one part at most. */
export async function runComparisons(context: Context, signal: AbortSignal): Promise<number> {
  const work = async (row: ComparisonRow): Promise<void> => {
    try {
      await runRound(context, row, signal);
    } catch (error) {
      context.log.error({ err: error, shop: row.shop_id }, 'could not compare, it continues when its lease ends');
    }
  };
  return runPool({ size: comparisonsAtOnce, next: () => claimComparison(context), work, signal });
}

async function runRound(context: Context, row: ComparisonRow, signal: AbortSignal): Promise<void> {
  const until = performance.now() + maxWorkMs;
  let run = row.run_id === null ? await begin(context, row) : leased(row);
  while (run && !signal.aborted && performance.now() < until) run = await nextPart(context, run, signal);
  if (run) await save(context, run, { next_at: context.clock(), lease_id: null, lease_until: null });
}

/** Undefined when the shop has uninstalled, or the lease is lost. */
async function begin(context: Context, row: ComparisonRow): Promise<LeasedComparison | undefined> {
  const now = context.clock();
  const work = await withShop(context.db, row.shop_id, (trx) => countWork(trx, row.shop_id, now));
  if (!work.isInstalled) {
    await finish(context, row, {});
    return undefined;
  }
  return save(context, row, {
    run_id: newId(now),
    step: 'orders',
    position: '',
    ...{ done: 0, total: work.total, tries: 0, started_at: now, run_problems: '[]' },
  });
}

/** Undefined when the comparison is finished, waits for the store, or the lease is lost. */
async function nextPart(
  context: Context,
  run: LeasedComparison,
  signal: AbortSignal,
): Promise<LeasedComparison | undefined> {
  const step = ComparisonStep.parse(run.step);
  let part: PartDone;
  try {
    part = await parts[step](context, run, signal);
  } catch (error) {
    const failure = error instanceof PlatformError ? storeError(error) : error;
    if (!(failure instanceof AppError)) throw error;
    return storeFailed(context, run, failure);
  }
  const problems = [...Problems.parse(run.run_problems), ...(part.problems ?? [])];
  const progress = {
    done: Math.min(run.done + part.compared, run.total),
    tries: 0,
    run_problems: JSON.stringify(problems),
  };
  if (part.position !== undefined) return save(context, run, { ...progress, position: part.position }, part.save);
  const next = ComparisonStep.options[ComparisonStep.options.indexOf(step) + 1];
  if (next) return save(context, run, { ...progress, step: next, position: '' }, part.save);
  await finish(context, run, { finished_at: context.clock(), problems: JSON.stringify(problems) }, part.save);
  return undefined;
}

/** The store is asked again later, up to three times. Then only the couriers are compared. */
async function storeFailed(
  context: Context,
  run: LeasedComparison,
  error: AppError,
): Promise<LeasedComparison | undefined> {
  const pause = retryMs[run.tries];
  if (error.code !== 'store-unauthorised' && pause !== undefined) {
    const next_at = new Date(context.clock().getTime() + pause);
    await save(context, run, { tries: run.tries + 1, next_at, lease_id: null, lease_until: null });
    return undefined;
  }
  const problems = [...Problems.parse(run.run_problems), { source: 'Store', message: error.message }];
  return save(context, run, {
    ...{ step: 'couriers', position: '', tries: 0 },
    run_problems: JSON.stringify(problems),
  });
}

/** Saves progress while the lease is ours; otherwise nothing is saved, and the result is undefined. */
function save(
  context: Context,
  run: ComparisonRow,
  progress: Updateable<Comparison>,
  alsoSave?: (trx: Db) => Promise<void>,
): Promise<LeasedComparison | undefined> {
  return withShop(context.db, run.shop_id, async (trx) => {
    if (!(await holdsLease(trx, run))) return undefined;
    await alsoSave?.(trx);
    const saved = await trx
      .updateTable('comparison')
      .set({ lease_until: new Date(context.clock().getTime() + leaseMs), ...progress })
      .where('shop_id', '=', run.shop_id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return leased(saved);
  });
}

async function finish(
  context: Context,
  run: ComparisonRow,
  values: Updateable<Comparison>,
  alsoSave?: (trx: Db) => Promise<void>,
): Promise<void> {
  const next_at = await withShop(context.db, run.shop_id, (trx) => nextNightOf(trx, run.shop_id, context.clock()));
  await save(
    context,
    run,
    {
      ...values,
      next_at,
      run_id: null,
      ...{ step: '', position: '', done: 0, total: 0, tries: 0, asked_by: '' },
      lease_id: null,
      lease_until: null,
    },
    alsoSave,
  );
}

function leased(row: ComparisonRow): LeasedComparison | undefined {
  const { run_id, lease_id, started_at } = row;
  return run_id !== null && lease_id !== null && started_at !== null
    ? { ...row, run_id, lease_id, started_at }
    : undefined;
}
