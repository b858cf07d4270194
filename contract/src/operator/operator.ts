import * as z from 'zod';
import { endpoint } from '../http/endpoint.ts';
import { Company } from '../values/companies.ts';
import { Instant } from '../values/dates.ts';
import { Id } from '../values/ids.ts';

/**
 * The calls of the operator's page, for whoever runs Courierdesk. They belong to no shop, so `api.ts` and the description of
 * the API leave them out. `public` means that no session of a shop is needed: the server wants the operator's cookie.
 */
const access = 'public';

const Count = z.number().int().min(0);
const Shop = z.object({ id: Id, domain: z.string() });

export const RunningProcess = z.object({
  id: Id,
  role: z.enum(['web', 'worker', 'all']),
  host: z.string(),
  pid: z.number().int(),
  version: z.string(),
  started_at: Instant,
  seen_at: Instant,
  /** It wrote within the last 30 seconds. */
  responds: z.boolean(),
  /** Resident, in bytes. */
  memory: Count,
});
export type RunningProcess = z.infer<typeof RunningProcess>;

export const WorkKind = z.object({
  kind: z.string(),
  /** Due later. */
  waiting: Count,
  due: Count,
  oldest_due_seconds: Count,
  running: Count,
  /** The last run failed, and another one follows. */
  failing: Count,
});
export type WorkKind = z.infer<typeof WorkKind>;

/** Calls are those of the last hour, counted by the processes that run, without those that we stopped. */
export const CourierState = z.object({
  company: Company,
  calls: Count,
  /** The courier did what was asked. */
  answered: Count,
  /** The courier answered no. */
  rejected: Count,
  /** The courier refused the credentials. */
  refused: Count,
  unanswered: Count,
  /** Of the calls that were answered. */
  median_ms: Count.nullable(),
  paused_accounts: Count,
  refused_accounts: Count,
  /** Shops of these accounts, at most ten. */
  refused_shops: z.array(z.string()),
});
export type CourierState = z.infer<typeof CourierState>;

/** Work whose process stopped in the middle, and that no other process has continued yet. */
export const PastLease = z.object({
  what: z.enum(['booking', 'store-update', 'store-read', 'job']),
  shop: Shop.nullable(),
  id: z.string(),
  label: z.string(),
  until: Instant,
});
export type PastLease = z.infer<typeof PastLease>;

/** Stuck work that an operator can run. */
const RunnableWork = z.enum([
  'uncertain-booking',
  'late-store-updates',
  'stopped-store-updates',
  'job',
  'scheduled-job',
  'legal-request',
]);

export const StuckWork = z.object({
  what: z.enum([...RunnableWork.options, 'webhooks-given-up']),
  shop: Shop.nullable(),
  id: z.string(),
  label: z.string(),
  count: Count,
  since: Instant,
  tries: Count,
});
export type StuckWork = z.infer<typeof StuckWork>;

export const OperatorOverview = z.object({
  at: Instant,
  /** Until then the sign-in lasts. */
  signed_in_until: Instant,
  processes: z.array(RunningProcess),
  work: z.array(WorkKind),
  couriers: z.array(CourierState),
  /** The oldest 50. */
  leases: z.object({ rows: z.array(PastLease), total: Count }),
  /** The oldest 50 of each. */
  stuck: z.object({ rows: z.array(StuckWork), total: Count }),
});
export type OperatorOverview = z.infer<typeof OperatorOverview>;

const Done = z.object({ message: z.string() });

export const signInOperator = endpoint({
  name: 'signInOperator',
  method: 'POST',
  path: '/operator/sign-in',
  summary: 'Signs in with the operator’s password',
  access,
  body: z.strictObject({ password: z.string().min(1, 'Enter the password').max(500) }),
  reply: Done,
  errors: ['login-failed', 'too-many-requests'],
});

export const signOutOperator = endpoint({
  name: 'signOutOperator',
  method: 'POST',
  path: '/operator/sign-out',
  summary: 'Signs out of the operator’s page',
  access,
  body: z.strictObject({}),
  reply: Done,
});

export const getOperatorOverview = endpoint({
  name: 'getOperatorOverview',
  method: 'GET',
  path: '/operator/overview',
  summary: 'Processes, background work, leases, couriers and stuck work',
  access,
  reply: OperatorOverview,
  errors: ['unauthorised'],
});

/** Stuck work that can be run now. */
export const RunStuckWork = z.strictObject({
  what: RunnableWork,
  shop_id: Id.nullable(),
  id: z.string().max(100),
});
export type RunStuckWork = z.infer<typeof RunStuckWork>;

export const runStuckWork = endpoint({
  name: 'runStuckWork',
  method: 'POST',
  path: '/operator/run',
  summary: 'Runs stuck work now',
  access,
  body: RunStuckWork,
  reply: Done,
  errors: ['unauthorised'],
});

/** A lease whose work another process can take. */
export const ReleaseLease = z.strictObject({
  what: z.enum(['booking', 'store-update', 'store-read']),
  shop_id: Id,
  id: Id,
});
export type ReleaseLease = z.infer<typeof ReleaseLease>;

export const releaseLease = endpoint({
  name: 'releaseLease',
  method: 'POST',
  path: '/operator/release',
  summary: 'Releases a lease that is past its time',
  access,
  body: ReleaseLease,
  reply: Done,
  errors: ['unauthorised'],
});
