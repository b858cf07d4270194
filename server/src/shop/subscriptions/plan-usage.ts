import { dayOf } from '@courierdesk/contract/dates';
import { planLimitText } from '@courierdesk/contract/errors';
import { pausedPlanText, plans } from '@courierdesk/contract/plans';
import { sql } from 'kysely';
import type { Db } from '../../base/db/client.ts';
import { AppError } from '../../base/errors.ts';
import { currentPlan, type CurrentPlan } from './current-plan.ts';

/** The month that a booking counts for: `2026-11`, in the shop's time zone. */
export const planMonth = (now: Date, timeZone: string): string => dayOf(now, timeZone).slice(0, 7);

/**
 * Counts one booking for the month. False when the plan's limit is reached. Reads the plan itself, so that a plan that
 * ends during a booking counts. Exact with any number of concurrent calls.
 */
export async function consumeBooking(trx: Db, shopId: string, month: string, now: Date): Promise<boolean> {
  const { plan } = await currentPlan(trx, shopId, now);
  const { rows } = await sql`
    insert into plan_usage (shop_id, month, used) values (${shopId}, ${month}, 1)
    on conflict (shop_id, month) do update set used = plan_usage.used + 1
    where ${plan !== 'FREE'} or plan_usage.used < ${plans.FREE.limits.bookings}
    returning used`.execute(trx);
  return rows.length > 0;
}

/** Counts a booking that already exists, even above the plan's limit. */
export async function countBooking(trx: Db, shopId: string, month: string): Promise<void> {
  await trx
    .insertInto('plan_usage')
    .values({ shop_id: shopId, month, used: 1 })
    .onConflict((conflict) =>
      conflict.columns(['shop_id', 'month']).doUpdateSet((eb) => ({ used: eb('plan_usage.used', '+', 1) })),
    )
    .execute();
}

/** Uncounts a booking that was not made. */
export async function refundBooking(trx: Db, shopId: string, month: string): Promise<void> {
  await trx
    .updateTable('plan_usage')
    .set((eb) => ({ used: eb('used', '-', 1) }))
    .where('shop_id', '=', shopId)
    .where('month', '=', month)
    .where('used', '>', 0)
    .execute();
}

/** Bookings that count for a month. */
export async function bookingsOfMonth(trx: Db, shopId: string, month: string): Promise<number> {
  const row = await trx
    .selectFrom('plan_usage')
    .select('used')
    .where('shop_id', '=', shopId)
    .where('month', '=', month)
    .executeTakeFirst();
  return row?.used ?? 0;
}

/** The plan lacks something, or allows no more of it: opens the 'Plan limit reached' dialog. */
export const planLimitReached = (
  { frozenPlan }: Pick<CurrentPlan, 'frozenPlan'>,
  { msg = planLimitText, field }: { msg?: string; field?: string } = {},
): AppError => new AppError('plan-limit', frozenPlan ? pausedPlanText(frozenPlan) : msg, field ? { field } : {});
