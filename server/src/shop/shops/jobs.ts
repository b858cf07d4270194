import type { Context } from '../../base/context.ts';
import { acrossShops } from '../../base/db/tenancy.ts';
import type { ScheduledJob } from '../../base/jobs/queue.ts';
import type { Work } from '../../base/jobs/run-job.ts';
import { PlatformError } from '../../adapters/platforms/platform.ts';
import { platformAccess } from './platform-access.ts';
import { dueProbes, probeClosedStore } from './probe-closed-store.ts';
import { resealStoreCredentials } from './reseal-credentials.ts';
import { refreshShopInfo } from './refresh-shop-info.ts';

const idleDays = 30;

export const storeProbeWork: Work = {
  kind: 'store-probes',
  atOnce: 4,
  atOncePerShop: 1,
  run: probeClosedStore,
  needed: dueProbes,
};

export const shopJobs: readonly ScheduledJob[] = [
  {
    // A refresh token expires after 90 days, so a shop without activity would lose its access.
    name: 'shop.renew-idle-access',
    cron: '20 22 * * *',
    run: async (context) => {
      const before = new Date(context.clock().getTime() - idleDays * 86_400_000);
      const shops = await acrossShops(context.db, (trx) =>
        trx
          .selectFrom('shop_credential')
          .select('shop_id')
          .where('updated_at', '<', before)
          .where('closed_as', 'is', null)
          .where('refresh_token', 'is not', null)
          .execute(),
      );
      await eachShop(context, shops, platformAccess);
    },
  },
  {
    name: 'shop.refresh-info',
    cron: '40 22 * * *',
    run: async (context) => {
      const shops = await acrossShops(context.db, (trx) =>
        trx.selectFrom('shop_credential').select('shop_id').where('closed_as', 'is', null).execute(),
      );
      await eachShop(context, shops, (_, shopId) => refreshShopInfo(context, shopId));
    },
  },
  { name: 'shop.reseal-credentials', cron: '5 * * * *', run: resealStoreCredentials },
];

/** An error of one store does not stop the others. */
async function eachShop(
  context: Context,
  shops: readonly { shop_id: string }[],
  work: (context: Context, shopId: string) => Promise<unknown>,
): Promise<void> {
  for (const { shop_id: shopId } of shops) {
    try {
      await work(context, shopId);
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      context.log.warn({ shopId, kind: error.kind, requestId: error.requestId }, 'could not reach a store');
    }
  }
}
