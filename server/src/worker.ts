import type { ScheduledJob } from './jobs/queue.ts';
import { neededJobsJob } from './jobs/request-needed-jobs.ts';
import type { Work } from './jobs/run-job.ts';
import type { Sweep } from './jobs/sweeps.ts';
import { activityLogJobs } from './activity-log/jobs.ts';
import { subscriptionWork } from './billing/jobs.ts';
import { batchJobs, batchSweeps } from './batches/jobs.ts';
import { cityWork, courierAccountJobs } from './courier-accounts/jobs.ts';
import { customerMailSweeps } from './customer-mails/jobs.ts';
import { customerMailIsTrue } from './customer-mails/still-true.ts';
import { comparisonWork, differenceJobs, repairWork } from './differences/jobs.ts';
import { documentJobs, documentSweeps, loadSheetWork, printWork } from './documents/jobs.ts';
import { exportJobs, exportWork } from './exports/jobs.ts';
import { fileJobs } from './files/jobs.ts';
import { importJobs, importPreviewWork, importWork } from './imports/jobs.ts';
import { courierPushJobs } from './courier-pushes/jobs.ts';
import { mailJobs, mailWork } from './mail/jobs.ts';
import { passwordSweeps } from './passwords/jobs.ts';
import { sessionJobs } from './sessions/jobs.ts';
import { shipmentTaskJobs, shipmentTaskWork } from './shipment-tasks/jobs.ts';
import { bookingSweeps } from './booking/jobs.ts';
import { cancellingSweeps } from './cancelling/jobs.ts';
import { ordersListSweeps } from './orders-list/jobs.ts';
import { analyticsSweeps } from './analytics/jobs.ts';
import { storeUpdateSweeps } from './store-sync/jobs.ts';
import { trackingSweeps } from './tracking/jobs.ts';
import { webhookJobs, webhookWork } from './webhooks/jobs.ts';
import { shopJobs, storeProbeWork } from './shops/jobs.ts';
import { twoFactorJobs } from './two-factor/jobs.ts';
import { storeOrderJobs, storeReadWork } from './store-orders/jobs.ts';

/** The work of each kind of job. Each shop has its own jobs. */
export const shopWork: readonly Work[] = [
  webhookWork,
  mailWork(customerMailIsTrue),
  subscriptionWork,
  storeReadWork,
  storeProbeWork,
  exportWork,
  importWork,
  importPreviewWork,
  printWork,
  loadSheetWork,
  comparisonWork,
  repairWork,
  shipmentTaskWork,
  cityWork,
];

/** Background work that looks for due rows of all shops. */
export const sweeps: readonly Sweep[] = [
  ...bookingSweeps,
  ...cancellingSweeps,
  ...trackingSweeps,
  ...ordersListSweeps,
  ...analyticsSweeps,
  ...batchSweeps,
  ...storeUpdateSweeps,
  ...documentSweeps,
  ...passwordSweeps,
  ...customerMailSweeps,
];

export const scheduledJobs: readonly ScheduledJob[] = [
  neededJobsJob(shopWork),
  ...webhookJobs,
  ...sessionJobs,
  ...twoFactorJobs,
  ...shopJobs,
  ...courierAccountJobs,
  ...courierPushJobs,
  ...storeOrderJobs,
  ...documentJobs,
  ...differenceJobs,
  ...shipmentTaskJobs,
  ...batchJobs,
  ...fileJobs,
  ...exportJobs,
  ...mailJobs,
  ...importJobs,
  ...activityLogJobs,
];
