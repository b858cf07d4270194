import type { ScheduledJob } from '../../base/jobs/queue.ts';
import type { Work } from '../../base/jobs/run-job.ts';
import { dueProbes, probeClosedStore } from './probe-closed-store.ts';
import { resealStoreCredentials } from './reseal-credentials.ts';
import { nightlyRefreshes, refreshAtNight } from './refresh-at-night.ts';

export const storeProbeWork: Work = {
  kind: 'store-probes',
  atOnce: 4,
  atOncePerShop: 1,
  run: probeClosedStore,
  needed: dueProbes,
};

export const storeDetailWork: Work = {
  kind: 'store-details',
  atOnce: 4,
  atOncePerShop: 1,
  run: refreshAtNight,
  needed: (trx) => nightlyRefreshes(trx, new Date()),
};

export const shopJobs: readonly ScheduledJob[] = [
  { name: 'shop.reseal-credentials', cron: '5 * * * *', run: resealStoreCredentials },
];
