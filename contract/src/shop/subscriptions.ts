import * as z from 'zod';
import { Instant } from '../values/dates.ts';
import { endpoint } from '../http/endpoint.ts';

export const Plan = z.enum(['FREE', 'MONTHLY', 'YEARLY']);
export type Plan = z.infer<typeof Plan>;

export const PaidPlan = Plan.exclude(['FREE']);
export type PaidPlan = z.infer<typeof PaidPlan>;

const Flag = z.string().max(10).pipe(z.stringbool()).default(false);

export const checkSubscription = endpoint({
  name: 'checkSubscription',
  method: 'GET',
  path: '/check-subscription',
  summary: "The shop's plan and what was booked this month.",
  access: 'signed-in',
  reply: z.object({
    subscribed: z.boolean(),
    plan: Plan,
    /** The subscription in the store; null on FREE, and for plans that the store does not charge for. */
    planId: z.string().nullable(),
    /** When the paid period ends. The store renews it. */
    expiry: Instant.nullable(),
    /** Bookings of this month in the shop's time zone. */
    orders: z.number().int(),
    /** Bookings that the plan allows per month; null is unlimited. */
    limit: z.number().int().nullable(),
    /** Name of the person who subscribed. */
    subscriber: z.string().nullable(),
    /** The plan that the store has paused because of an unpaid bill. Until it is paid, `plan` is FREE. */
    frozenPlan: PaidPlan.nullable(),
    /** Name of the courier account that stays active when the paid plan ends. Null on FREE, and for staff. */
    keptAccount: z.string().nullable(),
  }),
});

export const subscribe = endpoint({
  name: 'subscribe',
  method: 'POST',
  path: '/subscribe',
  summary:
    'Requests a paid plan. The owner approves it at `confirmationUrl`; then the plan starts. `users` and `accounts` activate those that the end of a plan switched off at that moment.',
  access: 'owner',
  query: z.object({ users: Flag, accounts: Flag }),
  body: z.object({ plan: z.enum(PaidPlan.options, { error: 'Choose the Monthly or the Yearly plan' }) }),
  reply: z.object({ confirmationUrl: z.url() }),
  errors: ['conflict', 'store-unavailable', 'store-unauthorised'],
});

export const cancelSubscription = endpoint({
  name: 'cancelSubscription',
  method: 'POST',
  path: '/cancel-subscription',
  summary:
    'Ends the paid plan now. The shop is on FREE: all users but the owner and all courier accounts but `keptAccount` become inactive.',
  access: 'owner',
  body: z.object({
    /** `planId` of `/check-subscription`. */
    id: z.string().min(1).max(200),
    /** The plan that the person saw. */
    name: PaidPlan,
  }),
  reply: z.object({ message: z.literal('Subscription cancelled') }),
  errors: ['conflict', 'store-unavailable', 'store-unauthorised'],
});

/** `12.34 %` of the month's bookings used; `Max limit reached` above 100. */
export function usageText(orders: number, limit: number): string {
  const percent = (orders / limit) * 100;
  return percent > 100 ? 'Max limit reached' : `${percent.toFixed(2)} %`;
}
