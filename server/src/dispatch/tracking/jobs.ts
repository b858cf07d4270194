import type { Work } from '../../base/jobs/run-job.ts';
import { trackDueShipments } from './track-due-shipments.ts';
import { accountsToTrack } from './tracking-runs.ts';

export const trackingWork: Work = {
  kind: 'tracking',
  atOnce: 8,
  atOncePerShop: 4,
  run: trackDueShipments,
  needed: accountsToTrack,
};
