import * as z from 'zod';
import { Company } from '../values/companies.ts';
import { Instant } from '../values/dates.ts';
import { endpoint } from '../http/endpoint.ts';
import { Id } from '../values/ids.ts';

/** When a courier last reported where parcels of the shop are. */
export const TrackingCheck = z.object({
  company: Company,
  /** The newest of its accounts; null: never yet. */
  last_checked_at: Instant.nullable(),
  accounts: z.array(
    z.object({
      id: Id,
      name: z.string(),
      last_checked_at: Instant.nullable(),
      /** Why it is not checked at the moment, or what else is wrong with its checks, in words, or empty. */
      problem: z.string(),
    }),
  ),
});
export type TrackingCheck = z.infer<typeof TrackingCheck>;

export const getTrackingChecks = endpoint({
  name: 'getTrackingChecks',
  method: 'GET',
  path: '/tracking-checks',
  summary: 'When each courier was last asked where parcels are.',
  access: ['READ_ORDERS'],
  reply: z.object({
    /** True on paid plans: parcels are tracked automatically. Otherwise when a person opens one. */
    automatic: z.boolean(),
    /** Couriers with parcels on their way, or checked before; in the order of their names. */
    companies: z.array(TrackingCheck),
  }),
});
