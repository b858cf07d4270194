import type { Actor } from '../../base/actor.ts';
import { systemActor } from '../../base/actor.ts';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { PlatformError, type PlatformBilling } from '../../adapters/platforms/platform.ts';
import { platformAccess } from '../../shop/shops/platform-access.ts';
import type { EndOfPlan } from '../../shop/subscriptions/move-to-free.ts';
import { applyBilling } from './apply-billing.ts';
import { openRequests } from './queries.ts';

const maxTries = 5;

/**
 * Gives the shop the plan that the store says it pays for. Webhooks and redirects only cause a comparison: the store's own
 * answer decides. An answer that is older than the last comparison is not used. `actor` and `why` are of a person who has
 * just cancelled.
 */
export async function compareWithStore(
  context: Context,
  shopId: string,
  {
    actor = systemActor(shopId, 'Store'),
    why = 'ended-in-store',
  }: { readonly actor?: Actor; readonly why?: EndOfPlan } = {},
): Promise<PlatformBilling> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const known = await withShop(context.db, shopId, async (trx) => ({
      row: await trx
        .selectFrom('subscription')
        .select(['version', 'plan_id'])
        .where('shop_id', '=', shopId)
        .executeTakeFirstOrThrow(),
      requests: await openRequests(trx, shopId),
    }));
    const ids = new Set(known.requests.map((request) => request.plan_id));
    if (known.row.plan_id) ids.add(known.row.plan_id);
    const billing = await context.platform.billing(await platformAccess(context, shopId), [...ids]);
    const applied = await withShop(context.db, shopId, (trx) =>
      applyBilling(trx, context, { actor, why, billing, version: known.row.version }),
    );
    if (!applied) continue;
    return billing;
  }
  throw new PlatformError('unavailable', 'The subscription is being compared with the store too often.');
}
