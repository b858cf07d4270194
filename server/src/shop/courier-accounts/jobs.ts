import type { ScheduledJob } from '../../base/jobs/queue.ts';
import type { Work } from '../../base/jobs/run-job.ts';
import { citiesOfAccounts, refreshCities } from './refresh-cities.ts';
import { resealAccountSecrets } from './reseal-secrets.ts';

export const cityWork: Work = {
  kind: 'courier-cities',
  atOnce: 2,
  atOncePerShop: 1,
  run: refreshCities,
  needed: citiesOfAccounts,
};

export const courierAccountJobs: readonly ScheduledJob[] = [
  { name: 'courier-account.reseal-secrets', cron: '10 * * * *', run: resealAccountSecrets },
];
