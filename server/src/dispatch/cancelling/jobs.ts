import type { Work } from '../../base/jobs/run-job.ts';
import { cancelsUnderWay, continueCancel } from './cancel-shipment.ts';

export const cancelWork: Work = {
  kind: 'cancels',
  atOnce: 8,
  atOncePerShop: 4,
  run: continueCancel,
  needed: cancelsUnderWay,
};
