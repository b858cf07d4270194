import { acrossShops } from '../../base/db/tenancy.ts';
import type { ScheduledJob } from '../../base/jobs/queue.ts';
import type { Work } from '../../base/jobs/run-job.ts';
import { PlatformError } from '../../adapters/platforms/platform.ts';
import { dueProbes, probeClosedStore } from './probe-closed-store.ts';
import { resealStoreCredentials } from './reseal-credentials.ts';
import { refreshShopInfo } from './refresh-shop-info.ts';

export const storeProbeWork: Work = {
  kind: 'store-probes',
  atOnce: 4,
  atOncePerShop: 1,
  run: probeClosedStore,
  needed: dueProbes,
};

export const shopJobs: readonly ScheduledJob[] = [
  {
    // Also renews the access of each store, whose refresh token expires after 90 days.
    name: 'shop.refresh-info',
    cron: '40 22 * * *',
    run: async (context) => {
      const shops = await acrossShops(context.db, (trx) =>
        trx.selectFrom('shop_credential').select('shop_id').where('closed_as', 'is', null).execute(),
      );
      for (const { shop_id: shopId } of shops) {
        try {
          await refreshShopInfo(context, shopId);
        } catch (error) {
          // The other stores are asked all the same.
          if (!(error instanceof PlatformError)) throw error;
          context.log.warn({ shopId, kind: error.kind, requestId: error.requestId }, 'could not reach a store');
        }
      }
    },
  },
  { name: 'shop.reseal-credentials', cron: '5 * * * *', run: resealStoreCredentials },
];
