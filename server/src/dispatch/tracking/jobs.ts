import type { Work } from '../../base/jobs/run-job.ts';
import { trackDueParcels } from './track-due-parcels.ts';
import { accountsToTrack } from './tracking-runs.ts';

export const trackingWork: Work = {
  kind: 'tracking',
  atOnce: 8,
  atOncePerShop: 4,
  run: trackDueParcels,
  needed: accountsToTrack,
};
