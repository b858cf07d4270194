import { countText } from '@courierdesk/contract/count-text';
import { setTimeout as pause } from 'node:timers/promises';
import { systemActor, type Actor } from '../../base/actor.ts';
import type { Context } from '../../base/context.ts';
import { acrossShops, withShop } from '../../base/db/tenancy.ts';
import { stopUnfinishedBookings } from '../../dispatch/batch-booking/stop-unfinished-bookings.ts';
import { Problems } from '../../dispatch/differences/comparison-row.ts';
import { continueComparison } from '../../dispatch/differences/continue-comparison.ts';
import { countDifferences } from '../../dispatch/differences/count-differences.ts';
import { isUnderWay, startComparison } from '../../dispatch/differences/start-comparison.ts';
import { readProcesses } from '../operator-page/read-overview.ts';
import { OperatorError } from './find.ts';
import { terminalText } from './terminal-text.ts';

const pollMs = 1000;
const longestMs = 15 * 60_000;
/** Shops that are compared at the same time. */
const atOnce = 8;

/**
 * After a restore, before other processes start: stops what was not booked yet, compares every shop, and prints a line for each
 * when it is done. A store or courier may take longer than we wait. Throws when a shop was not compared completely.
 */
export async function compareShops(
  context: Context,
  print: (line: string) => void,
  maxWaitMs = longestMs,
): Promise<void> {
  await refuseBesideProcesses(context);
  const shops = await acrossShops(context.db, (trx) =>
    trx.selectFrom('shop').select(['id', 'domain', 'installed_at', 'uninstalled_at']).orderBy('id').execute(),
  );
  for (const { id } of shops) await stopUnfinishedBookings(context, operatorOf(id));
  const waiting = new Map<string, string>();
  for (const { id, domain, installed_at: installedAt, uninstalled_at: uninstalledAt } of shops) {
    if (!installedAt || uninstalledAt) continue;
    await startComparison(context, operatorOf(id), { afterRestore: true });
    waiting.set(id, domain);
  }
  let incomplete = 0;
  const continueOne = async (id: string, domain: string): Promise<void> => {
    try {
      await continueComparison(context, { shopId: id }, new AbortController().signal);
    } catch (error) {
      // The other shops are compared all the same.
      context.log.error({ err: error, shopId: id }, 'could not compare a shop');
      waiting.delete(id);
      incomplete += 1;
      return print(`${domain}: not compared because of an error, which is in the log.`);
    }
    const result = await resultOf(context, id);
    if (!result) return;
    waiting.delete(id);
    if (result.problems.length > 0) incomplete += 1;
    const except = result.problems.map(({ source, message }) => terminalText(`${source}: ${message}`)).join(' ');
    const compared = except ? `compared, but not everything. ${except}` : 'compared.';
    print(`${domain}: ${compared} Open differences: ${result.differences}.`);
  };
  const deadline = Date.now() + maxWaitMs;
  while (waiting.size > 0 && Date.now() < deadline) {
    const due = [...waiting];
    const work = async (): Promise<void> => {
      for (let next = due.shift(); next && Date.now() < deadline; next = due.shift()) await continueOne(...next);
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    if (waiting.size > 0) await pause(pollMs);
  }
  for (const domain of waiting.values()) print(`${domain}: still comparing. A worker goes on with it.`);
  const missing = incomplete + waiting.size;
  if (missing > 0) throw new OperatorError(`${countText(missing, 'shop was', 'shops were')} not compared completely.`);
}

const operatorOf = (shopId: string): Actor => systemActor(shopId, 'Operator of Courierdesk');

/** They would book again what is booked already. */
async function refuseBesideProcesses({ db }: Context): Promise<void> {
  const running = (await acrossShops(db, readProcesses)).find(({ responds }) => responds);
  if (running)
    throw new OperatorError(
      `Stop all processes first: ${running.role} on ${running.host}, process ${running.pid}, was running less than 30 seconds ago.`,
    );
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
    return { differences: count, problems: Problems.parse(row.problems) };
  });
}
