import type { ReplyOf } from '@courierdesk/contract/endpoint';
import {
  bookedOf,
  cancelledOf,
  type getPersonWork,
  type getStaffTable,
  type OrderCounts,
  type StaffSeries,
  type StaffStats,
} from '@courierdesk/contract/staff';
import { bySteps, type Days } from '../analytics/day-series.ts';
import type { UserActor } from '../../base/actor.ts';
import type { Context } from '../../base/context.ts';
import { readShop } from '../../base/db/replica.ts';
import { notFound } from '../../base/errors.ts';
import { countUnfinishedBatches } from '../../dispatch/batches/unfinished-batches.ts';
import { countsByDay, countsByPerson, peopleOf, type Person } from './queries.ts';

const none: OrderCounts = {
  fulfilled_orders: 0,
  inprocess_orders: 0,
  delivered_orders: 0,
  cancelled_orders: 0,
  rts_orders: 0,
  total_orders: 0,
};

/** Everyone in the shop, and deleted people who booked in the range. */
export async function staffTable(
  context: Context,
  { shopId }: UserActor,
  days: Days,
): Promise<ReplyOf<typeof getStaffTable>> {
  const { people, counts } = await readShop(context, shopId, async (trx) => ({
    people: await peopleOf(trx, shopId),
    counts: await countsByPerson(trx, shopId, { days }),
  }));
  const byUser = new Map(counts.map((one) => [one.userId, one]));
  const listed = people.filter(({ id, isDeleted }) => !isDeleted || (byUser.get(id)?.total_orders ?? 0) > 0);
  return { stats: listed.map((person) => presentStats(person, byUser.get(person.id))), range: days };
}

/** Orders of one person; of all days without a range. */
export async function personStats(
  context: Context,
  { shopId }: UserActor,
  userId: string,
  days?: Days,
): Promise<StaffStats> {
  return readShop(context, shopId, async (trx) => {
    const [person] = await peopleOf(trx, shopId, userId);
    if (!person) throw notFound('This person');
    const [counts] = await countsByPerson(trx, shopId, { ...(days && { days }), userId });
    return presentStats(person, counts);
  });
}

/** What stops when this person may no longer sign in. */
export async function personWork(
  context: Context,
  { shopId }: UserActor,
  userId: string,
  today: string,
): Promise<ReplyOf<typeof getPersonWork>> {
  return readShop(context, shopId, async (trx) => {
    const [person] = await peopleOf(trx, shopId, userId);
    if (!person) throw notFound('This person');
    const [counts] = await countsByPerson(trx, shopId, { days: { from: today, to: today }, userId });
    const batches = await countUnfinishedBatches(trx, shopId, userId);
    return { booked_today: bookedOf(counts ?? none), unfinished_batches: batches?.count ?? 0 };
  });
}

export async function staffSeries(
  context: Context,
  { shopId }: UserActor,
  days: Days,
  userId?: string,
): Promise<StaffSeries> {
  const counts = await readShop(context, shopId, (trx) =>
    countsByDay(trx, shopId, { days, ...(userId !== undefined && { userId }) }),
  );
  const total = (own: readonly OrderCounts[], of: (one: OrderCounts) => number): number =>
    own.reduce((sum, one) => sum + of(one), 0);
  const series = bySteps(days, counts, (own) => ({
    booked: total(own, bookedOf),
    cancelled: total(own, cancelledOf),
    total: total(own, ({ total_orders }) => total_orders),
  }));
  return { ...series, range: days };
}

const presentStats = ({ id, name, role }: Person, counts: OrderCounts | undefined): StaffStats => ({
  user_id: id,
  user: name,
  role,
  ...countsOf(counts ?? none),
});

const countsOf = (counts: OrderCounts): OrderCounts => ({
  fulfilled_orders: counts.fulfilled_orders,
  inprocess_orders: counts.inprocess_orders,
  delivered_orders: counts.delivered_orders,
  cancelled_orders: counts.cancelled_orders,
  rts_orders: counts.rts_orders,
  total_orders: counts.total_orders,
});
