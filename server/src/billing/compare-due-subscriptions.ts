import { sql, type Selectable } from 'kysely';
import type { Context } from '../context.ts';
import type { Subscription } from '../db/schema.ts';
import { acrossShops, withShop } from '../db/tenancy.ts';
import { claimDueRows } from '../jobs/claim-due-rows.ts';
import { PlatformError } from '../platforms/platform.ts';
import { closureOf } from '../shops/closed-stores.ts';
import { uninstallShop } from '../shops/uninstall-shop.ts';
import { lockSubscription } from '../subscriptions/lock-subscription.ts';
import { compareWithStore } from './compare-with-store.ts';
import { endRunOutPlan } from './end-run-out-plan.ts';

const shopsAtOnce = 8;
const leaseMs = 2 * 60_000;
const day = 86_400_000;
const withdrawnDays = 7;

/**
 * Compares due subscriptions with the store: daily, after an app was opened, and while a request waits. So a missed webhook
 * cannot keep a plan wrong. Returns how many.
 */
export async function compareDueSubscriptions(context: Context): Promise<number> {
  const now = context.clock();
  const due = await acrossShops(context.db, (trx) =>
    claimDueRows(trx, 'subscription', {
      due: sql`next_check_at <= ${now} and (lease_until is null or lease_until < ${now})`,
      orderBy: sql`next_check_at`,
      limit: shopsAtOnce,
      set: sql`lease_until = ${new Date(now.getTime() + leaseMs)}`,
      key: ['shop_id'],
    }),
  );
  await Promise.all(due.map((row) => compare(context, row)));
  return due.length;
}

async function compare(context: Context, row: Selectable<Subscription>): Promise<void> {
  const { shop_id: shopId } = row;
  try {
    await compareWithStore(context, shopId);
    await release(context, shopId, {});
  } catch (error) {
    if (error instanceof PlatformError) await withShop(context.db, shopId, (trx) => endIfRunOut(context, trx, shopId));
    else context.log.error({ err: error, shopId }, 'could not compare a subscription with the store');
    const failures = row.failures + 1;
    // Without access there is nothing to ask until the app is opened from the store again.
    const isWithdrawn = error instanceof PlatformError && error.kind === 'unauthorised';
    if (isWithdrawn) await uninstallIfWithdrawnLong(context, shopId);
    const waitMs = isWithdrawn ? day : Math.min(day, 60_000 * 2 ** Math.min(failures, 12));
    await release(context, shopId, { failures, next_check_at: new Date(context.clock().getTime() + waitMs) });
  }
}

/** Shopify ends the subscription at an uninstall. Its webhook may be lost, and then nothing else tells us. */
async function uninstallIfWithdrawnLong(context: Context, shopId: string): Promise<void> {
  const closure = await withShop(context.db, shopId, (trx) => closureOf(trx, shopId));
  const longAgo = context.clock().getTime() - withdrawnDays * day;
  if (closure?.as === 'withdrawn' && closure.since.getTime() <= longAgo) await uninstallShop(context, shopId);
}

/** A plan that the store does not charge for ends even if the store does not answer. */
async function endIfRunOut(
  context: Context,
  trx: Parameters<typeof lockSubscription>[0],
  shopId: string,
): Promise<void> {
  const row = await lockSubscription(trx, shopId);
  if (row) await endRunOutPlan(trx, context, row);
}

async function release(
  context: Context,
  shopId: string,
  set: { failures?: number; next_check_at?: Date },
): Promise<void> {
  await withShop(context.db, shopId, (trx) =>
    trx
      .updateTable('subscription')
      .set({ ...set, lease_until: null })
      .where('shop_id', '=', shopId)
      .execute(),
  );
}
