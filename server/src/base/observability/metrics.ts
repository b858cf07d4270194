import { companies } from '@courierdesk/contract/companies';
import { ExportFormat } from '@courierdesk/contract/exports';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

/** Metrics for operators. Labels never contain shops or people. */
export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const metrics = {
    registry,
    ready: new Gauge({
      name: 'courierdesk_ready',
      help: 'Whether this process can use its database: 1, or 0.',
      registers: [registry],
    }),
    requests: new Histogram({
      name: 'courierdesk_http_request_seconds',
      help: 'Response time, by endpoint and status.',
      labelNames: ['endpoint', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3, 10, 30],
      registers: [registry],
    }),
    bookings: new Counter({
      name: 'courierdesk_bookings_total',
      help: 'Booking requests to couriers, by company and outcome.',
      labelNames: ['company', 'outcome'],
      registers: [registry],
    }),
    uncertainBookings: new Gauge({
      name: 'courierdesk_uncertain_bookings',
      help: 'Bookings whose outcome is not known yet, by company.',
      labelNames: ['company'],
      registers: [registry],
    }),
    oldestUncertainBooking: new Gauge({
      name: 'courierdesk_oldest_uncertain_booking_seconds',
      help: 'Age of the oldest booking whose outcome is not known yet, by company.',
      labelNames: ['company'],
      registers: [registry],
    }),
    courierCalls: new Histogram({
      name: 'courierdesk_courier_call_seconds',
      help: 'Response time of couriers, by company, operation and outcome.',
      labelNames: ['company', 'operation', 'outcome'],
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60],
      registers: [registry],
    }),
    unknownStatuses: new Counter({
      name: 'courierdesk_unknown_courier_statuses_total',
      help: 'Courier statuses that we do not know, by company.',
      labelNames: ['company'],
      registers: [registry],
    }),
    mismatchedAnswers: new Counter({
      name: 'courierdesk_mismatched_courier_answers_total',
      help: 'Tracking replies about other numbers than we asked for, by company.',
      labelNames: ['company'],
      registers: [registry],
    }),
    storeCalls: new Counter({
      name: 'courierdesk_store_calls_total',
      help: 'Requests to stores, by HTTP status; none without an answer.',
      labelNames: ['status'],
      registers: [registry],
    }),
    storeUpdates: new Counter({
      name: 'courierdesk_store_updates_total',
      help: 'Attempts to give a store order its desired state, by outcome.',
      labelNames: ['outcome'],
      registers: [registry],
    }),
    dueStoreUpdates: new Gauge({
      name: 'courierdesk_due_store_updates',
      help: 'Store orders that are due to get their desired state.',
      registers: [registry],
    }),
    oldestStoreUpdate: new Gauge({
      name: 'courierdesk_oldest_due_store_update_seconds',
      help: 'How long the oldest of them waits.',
      registers: [registry],
    }),
    courierPushes: new Counter({
      name: 'courierdesk_courier_pushes_total',
      help: 'Status updates that couriers sent, by company and outcome.',
      labelNames: ['company', 'outcome'],
      registers: [registry],
    }),
    mails: new Counter({
      name: 'courierdesk_mails_total',
      help: 'Attempts to send an email, by outcome.',
      labelNames: ['outcome'],
      registers: [registry],
    }),
    exports: new Counter({
      name: 'courierdesk_exports_total',
      help: 'Finished order exports, by format and outcome.',
      labelNames: ['format', 'outcome'],
      registers: [registry],
    }),
    jobs: new Counter({
      name: 'courierdesk_jobs_total',
      help: 'Background jobs that ran, by kind and outcome.',
      labelNames: ['kind', 'outcome'],
      registers: [registry],
    }),
    dueJobs: new Gauge({
      name: 'courierdesk_due_jobs',
      help: 'Background jobs that are due and wait for a place, by kind.',
      labelNames: ['kind'],
      registers: [registry],
    }),
    oldestDueJob: new Gauge({
      name: 'courierdesk_oldest_due_job_seconds',
      help: 'How long the oldest due background job waits, by kind.',
      labelNames: ['kind'],
      registers: [registry],
    }),
    failingJobs: new Gauge({
      name: 'courierdesk_failing_jobs',
      help: 'Background jobs whose last run failed and that wait for another one, by kind; 1 for a sweep of this process.',
      labelNames: ['kind'],
      registers: [registry],
    }),
    lateScheduledJobs: new Gauge({
      name: 'courierdesk_scheduled_job_late_seconds',
      help: 'How long a job at set times is late: it did not run, or it failed. 0 while its last run succeeded.',
      labelNames: ['name'],
      registers: [registry],
    }),
    stoppedCopies: new Gauge({
      name: 'courierdesk_database_copies_stopped',
      help: 'Replication slots of the database that nobody reads, and its archive if that failed last.',
      registers: [registry],
    }),
    databaseConnections: new Gauge({
      name: 'courierdesk_database_connections',
      help: 'Connections of this process: busy, idle, awaited by work that finds none free, and queued for by shops that have half of them.',
      labelNames: ['state'],
      registers: [registry],
    }),
    statements: new Histogram({
      name: 'courierdesk_database_statement_seconds',
      help: 'Time that a statement took, without the wait for a connection.',
      buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 1, 5, 30],
      registers: [registry],
    }),
    webhooksGivenUp: new Counter({
      name: 'courierdesk_webhooks_given_up_total',
      help: 'Webhooks that failed too often and are not tried again.',
      registers: [registry],
    }),
    openLegalRequests: new Gauge({
      name: 'courierdesk_open_legal_requests',
      help: 'Privacy requests and uninstalls that are not done yet, by topic.',
      labelNames: ['topic'],
      registers: [registry],
    }),
    oldestLegalRequest: new Gauge({
      name: 'courierdesk_oldest_legal_request_seconds',
      help: 'Age of the oldest privacy request or uninstall that is not done yet, by topic.',
      labelNames: ['topic'],
      registers: [registry],
    }),
    due: new Gauge({
      name: 'courierdesk_due',
      help: 'Rows that are due now, by kind of work.',
      labelNames: ['work'],
      registers: [registry],
    }),
  };
  startAtZero(metrics);
  return metrics;
}

/** Prometheus sees an increase only over an earlier value, so counters that an alert watches begin with 0. */
function startAtZero(
  counters: Record<'bookings' | 'unknownStatuses' | 'mismatchedAnswers' | 'mails' | 'exports', Counter>,
): void {
  for (const company of companies) {
    for (const outcome of ['booked', 'unavailable', 'unauthorised', 'rejected', 'uncertain'])
      counters.bookings.inc({ company, outcome }, 0);
    counters.unknownStatuses.inc({ company }, 0);
    counters.mismatchedAnswers.inc({ company }, 0);
  }
  for (const outcome of ['sent', 'retried', 'failed', 'dropped']) counters.mails.inc({ outcome }, 0);
  for (const format of ExportFormat.options)
    for (const outcome of ['done', 'failed']) counters.exports.inc({ format, outcome }, 0);
}

/** Counts requests to stores. */
export const countingStoreCalls =
  ({ storeCalls }: Metrics, send: typeof fetch): typeof fetch =>
  async (...request) => {
    try {
      const response = await send(...request);
      storeCalls.inc({ status: response.status });
      return response;
    } catch (error) {
      storeCalls.inc({ status: 'none' });
      throw error;
    }
  };
