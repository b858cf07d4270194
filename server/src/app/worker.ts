import type { ScheduledJob } from '../base/jobs/queue.ts';
import { neededJobsJob } from '../base/jobs/request-needed-jobs.ts';
import type { Work } from '../base/jobs/run-job.ts';
import type { Sweep } from '../base/jobs/sweeps.ts';
import { activityLogJobs } from '../insights/activity-log/jobs.ts';
import { subscriptionWork } from '../store-app/billing/jobs.ts';
import { batchRowWork } from '../dispatch/batch-booking/jobs.ts';
import { batchComparisonWork, batchJobs } from '../dispatch/batches/jobs.ts';
import { cityWork, courierAccountJobs } from '../shop/courier-accounts/jobs.ts';
import { customerMailWork } from '../shipments/customer-mails/jobs.ts';
import { customerMails } from '../shipments/customer-mails/still-true.ts';
import { comparisonWork, differenceJobs, repairWork } from '../dispatch/differences/jobs.ts';
import { documentJobs, labelDownloadWork, loadSheetWork, printWork } from '../shipments/documents/jobs.ts';
import { exportJobs, exportWork } from '../shipments/exports/jobs.ts';
import { fileJobs } from '../base/files/jobs.ts';
import { importJobs, importPreviewWork, importWork } from '../dispatch/imports/jobs.ts';
import { courierPushJobs } from '../dispatch/courier-pushes/jobs.ts';
import { mailJobs, mailWork } from '../base/mail/jobs.ts';
import { resetMailWork } from '../people/passwords/jobs.ts';
import { sessionJobs } from '../people/sessions/jobs.ts';
import { shipmentTaskJobs, shipmentTaskWork } from '../dispatch/tasks/jobs.ts';
import { bookingSweeps, lookUpWork } from '../dispatch/booking/jobs.ts';
import { cancelWork } from '../dispatch/cancelling/jobs.ts';
import { ordersListSweeps } from '../shipments/list/jobs.ts';
import { analyticsSweeps } from '../insights/analytics/jobs.ts';
import { storeUpdateWork } from '../store/sync/jobs.ts';
import { trackingWork } from '../dispatch/tracking/jobs.ts';
import { oldCustomerWork } from '../store-app/privacy/jobs.ts';
import { webhookJobs, webhookWork } from '../store-app/webhooks/jobs.ts';
import { shopJobs, storeDetailWork, storeProbeWork } from '../shop/shops/jobs.ts';
import { twoFactorJobs } from '../people/two-factor/jobs.ts';
import { storeOrderJobs, storeReadWork } from '../store/orders/jobs.ts';

/** The work of each kind of job. Each shop has its own jobs. */
export const shopWork: readonly Work[] = [
  webhookWork,
  mailWork(customerMails),
  customerMailWork,
  resetMailWork,
  subscriptionWork,
  storeReadWork,
  storeProbeWork,
  storeDetailWork,
  lookUpWork,
  cancelWork,
  storeUpdateWork,
  trackingWork,
  batchRowWork,
  batchComparisonWork,
  exportWork,
  importWork,
  importPreviewWork,
  printWork,
  labelDownloadWork,
  loadSheetWork,
  comparisonWork,
  repairWork,
  shipmentTaskWork,
  cityWork,
  oldCustomerWork,
];

/** Background work that looks for due rows of all shops. */
export const sweeps: readonly Sweep[] = [...bookingSweeps, ...ordersListSweeps, ...analyticsSweeps];

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
