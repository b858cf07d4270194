import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { PlatformError } from '../../adapters/platforms/platform.ts';
import { nextNight } from './next-night.ts';
import { refreshShopInfo } from './refresh-shop-info.ts';

/**
 * Reads the details of a store each night. This also renews our access, whose refresh token expires after 90 days. Returns the next
 * night.
 */
export async function refreshAtNight(
  context: Context,
  { shopId }: { readonly shopId: string },
): Promise<Date | undefined> {
  const now = context.clock();
  const [next] = await withShop(context.db, shopId, (trx) => nightlyRefreshes(trx, now));
  if (!next) return undefined;
  try {
    await refreshShopInfo(context, shopId);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    context.log.warn({ shopId, kind: error.kind, requestId: error.requestId }, 'could not reach a store');
  }
  return next.at;
}

/** The next night of each shop with an open store. */
export const nightlyRefreshes = (trx: Db, now: Date): Promise<{ shopId: string; at: Date }[]> =>
  trx
    .selectFrom('shop_credential')
    .innerJoin('shop', 'shop.id', 'shop_credential.shop_id')
    .select(['shop.id as shopId', nextNight(now).as('at')])
    .where('shop_credential.closed_as', 'is', null)
    .execute();
