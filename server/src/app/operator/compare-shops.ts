import { countText } from '@courierdesk/contract/count-text';
import { setTimeout as delay } from 'node:timers/promises';
import { systemActor } from '../../base/actor.ts';
import type { Context } from '../../base/context.ts';
import { acrossShops, withShop } from '../../base/db/tenancy.ts';
import { AppError } from '../../base/errors.ts';
import { countDifferences } from '../../dispatch/differences/count-differences.ts';
import { isUnderWay, startComparison } from '../../dispatch/differences/start-comparison.ts';
import { OperatorError } from './find.ts';

const pollMs = 1000;
const longestMs = 15 * 60_000;

/**
 * Compares every shop now, and prints a line for each when it is done. A store or courier may take longer than we wait.
 * Throws when a shop was not compared.
 */
export async function compareShops(
  context: Context,
  print: (line: string) => void,
  patienceMs = longestMs,
): Promise<void> {
  const shops = await acrossShops(context.db, (trx) =>
    trx
      .selectFrom('shop')
      .select(['id', 'domain'])
      .where('installed_at', 'is not', null)
      .where('uninstalled_at', 'is', null)
      .orderBy('id')
      .execute(),
  );
  const waiting = new Map<string, string>();
  let failed = 0;
  for (const { id, domain } of shops) {
    try {
      await startComparison(context, systemActor(id, 'Operator of Courierdesk'));
      waiting.set(id, domain);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      print(`${domain}: ${error.message}`);
      failed += 1;
    }
  }
  const deadline = Date.now() + patienceMs;
  while (waiting.size > 0 && Date.now() < deadline) {
    for (const [id, domain] of waiting) {
      const result = await resultOf(context, id);
      if (!result) continue;
      waiting.delete(id);
      const all = result.unread > 0 ? ', but not everything could be read: see Differences' : '';
      print(`${domain}: compared${all}. Open differences: ${result.differences}.`);
    }
    if (waiting.size > 0) await delay(pollMs);
  }
  for (const domain of waiting.values()) print(`${domain}: still comparing. It goes on without this command.`);
  const missing = failed + waiting.size;
  if (missing > 0) throw new OperatorError(`${countText(missing, 'shop was', 'shops were')} not compared.`);
}

/** Undefined while the comparison is under way. */
function resultOf({ db, clock }: Context, shopId: string) {
  return withShop(db, shopId, async (trx) => {
    const row = await trx
      .selectFrom('comparison')
      .select(['run_id', 'next_at', 'problems'])
      .where('shop_id', '=', shopId)
      .executeTakeFirstOrThrow();
    if (isUnderWay(row, clock())) return undefined;
    const { count } = await countDifferences(trx, shopId);
    return { differences: count, unread: Array.isArray(row.problems) ? row.problems.length : 0 };
  });
}
