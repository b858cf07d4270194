import type { Updateable } from 'kysely';
import type { Context } from '../../base/context.ts';
import { newId } from '../../base/db/ids.ts';
import type { Db } from '../../base/db/client.ts';
import type { Comparison } from '../../base/db/schema.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { AppError } from '../../base/errors.ts';
import { PlatformError } from '../../adapters/platforms/platform.ts';
import { storeError } from '../../shop/shops/store-error.ts';
import { nextNightOf } from '../../shop/shops/next-night.ts';
import { compareCouriers } from './compare-couriers.ts';
import { compareFulfilments } from './compare-fulfilments.ts';
import { compareShipments } from './compare-shipments.ts';
import {
  ComparisonStep,
  isCurrent,
  nextComparisons,
  notBegun,
  Problems,
  type ComparisonRow,
  type RunningComparison,
  type PartDone,
} from './comparison-row.ts';
import { countWork } from './queries.ts';
import { refreshOrders } from './refresh-orders.ts';

type Part = (context: Context, run: RunningComparison, signal: AbortSignal) => Promise<PartDone>;

const parts: Record<ComparisonStep, Part> = {
  orders: refreshOrders,
  parcels: compareShipments,
  fulfilments: compareFulfilments,
  couriers: compareCouriers,
};

/** After this time, other shops get their turn. */
const maxWorkMs = 20_000;
const retryMs = [30_000, 2 * 60_000, 10 * 60_000];

/**
 * Compares a shop for a while, if it is due. Returns when it is due again. Each part is saved at once: a killed process
 * loses one part at most.
 */
export async function continueComparison(
  context: Context,
  { shopId }: { readonly shopId: string },
  signal: AbortSignal,
): Promise<Date | undefined> {
  const row = await withShop(context.db, shopId, (trx) =>
    trx
      .selectFrom('comparison')
      .selectAll()
      .where('shop_id', '=', shopId)
      .where('next_at', '<=', context.clock())
      .executeTakeFirst(),
  );
  const until = performance.now() + maxWorkMs;
  let run = row && (row.run_id === null ? await begin(context, row) : underWay(row));
  while (run && !signal.aborted && performance.now() < until) run = await nextPart(context, run, signal);
  const [next] = await withShop(context.db, shopId, nextComparisons);
  return next?.at;
}

/** Undefined when the shop has uninstalled, or another process was faster. */
async function begin(context: Context, row: ComparisonRow): Promise<RunningComparison | undefined> {
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

/** Undefined when the comparison is finished or waits for the store, or another process was faster. */
async function nextPart(
  context: Context,
  run: RunningComparison,
  signal: AbortSignal,
): Promise<RunningComparison | undefined> {
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
  run: RunningComparison,
  error: AppError,
): Promise<RunningComparison | undefined> {
  const pause = retryMs[run.tries];
  if (error.code !== 'store-unauthorised' && pause !== undefined) {
    const next_at = new Date(context.clock().getTime() + pause);
    await save(context, run, { tries: run.tries + 1, next_at });
    return undefined;
  }
  const problems = [...Problems.parse(run.run_problems), { source: 'Store', message: error.message }];
  return save(context, run, {
    ...{ step: 'couriers', position: '', tries: 0 },
    run_problems: JSON.stringify(problems),
  });
}

/** Saves progress, unless another process has saved it; then the result is undefined. */
function save(
  context: Context,
  run: ComparisonRow,
  progress: Updateable<Comparison>,
  alsoSave?: (trx: Db) => Promise<void>,
): Promise<RunningComparison | undefined> {
  return withShop(context.db, run.shop_id, async (trx) => {
    if (!(await isCurrent(trx, run))) return undefined;
    await alsoSave?.(trx);
    const saved = await trx
      .updateTable('comparison')
      .set(progress)
      .where('shop_id', '=', run.shop_id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return underWay(saved);
  });
}

async function finish(
  context: Context,
  run: ComparisonRow,
  values: Updateable<Comparison>,
  alsoSave?: (trx: Db) => Promise<void>,
): Promise<void> {
  const next_at = await withShop(context.db, run.shop_id, (trx) => nextNightOf(trx, run.shop_id, context.clock()));
  await save(context, run, { ...values, ...notBegun, next_at, asked_by: '' }, alsoSave);
}

function underWay(row: ComparisonRow): RunningComparison | undefined {
  const { run_id, started_at } = row;
  return run_id !== null && started_at !== null ? { ...row, run_id, started_at } : undefined;
}
