import * as z from 'zod';
import { Instant } from '../values/dates.ts';
import { endpoint } from '../http/endpoint.ts';

export const Plan = z.enum(['FREE', 'MONTHLY', 'YEARLY']);
export type Plan = z.infer<typeof Plan>;

/** What a plan allows per shop; `undefined` is unlimited. Source: specification, section 9. */
export const planLimits: Record<Plan, { bookings?: number; accounts?: number; users?: number }> = {
  FREE: { bookings: 5000, accounts: 10, users: 10 },
  MONTHLY: {},
  YEARLY: {},
};

export const checkSubscription = endpoint({
  name: 'checkSubscription',
  method: 'GET',
  path: '/check-subscription',
  summary: "The shop's plan and what was booked this month.",
  access: 'signed-in',
  reply: z.object({
    subscribed: z.boolean(),
    plan: Plan,
    planId: z.string().nullable(),
    expiry: Instant.nullable(),
    /** Bookings of this month in the shop's time zone. */
    orders: z.number().int(),
    subscriber: z.string().nullable(),
  }),
});

/** `12.34 %` of the month's bookings used; `Max limit reached` above 100. */
export function usageText(orders: number, limit: number): string {
  const percent = (orders / limit) * 100;
  return percent > 100 ? 'Max limit reached' : `${percent.toFixed(2)} %`;
}
