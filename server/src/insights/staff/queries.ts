import { Role } from '@courierdesk/contract/scopes';
import type { OrderCounts } from '@courierdesk/contract/staff';
import { sql, type RawBuilder } from 'kysely';
import { daysWithin } from '../analytics/shipments-by-day.ts';
import type { Days } from '../analytics/day-series.ts';
import { nameOfUser } from '../../base/actor.ts';
import type { Db } from '../../base/db/client.ts';

export type Person = { readonly id: string; readonly name: string; readonly role: Role; readonly isDeleted: boolean };

/** The shop's people by name, deleted ones too; or one of them. */
export async function peopleOf(trx: Db, shopId: string, userId?: string): Promise<Person[]> {
  const rows = await trx
    .selectFrom('app_user')
    .select(['id', 'first_name', 'last_name', 'email', 'role', 'deleted_at'])
    .where('shop_id', '=', shopId)
    .$if(userId !== undefined, (users) => users.where('id', '=', userId ?? ''))
    .orderBy('first_name')
    .orderBy('last_name')
    .orderBy('id')
    .execute();
  return rows.map((user) => ({
    id: user.id,
    name: nameOfUser(user) + (user.deleted_at ? ' (deleted)' : ''),
    role: Role.parse(user.role),
    isDeleted: user.deleted_at !== null,
  }));
}

type PersonCounts = OrderCounts & { readonly userId: string };

/** Orders that people booked, by person; of all days without a range. */
export async function countsByPerson(
  trx: Db,
  shopId: string,
  asked: { readonly days?: Days; readonly userId?: string },
): Promise<PersonCounts[]> {
  const { rows } = await sql<PersonCounts>`
    select user_id as "userId", ${countsByStatus}
    from ${bookedByStaff(shopId, asked)} group by user_id`.execute(trx);
  return rows;
}

type DayCounts = OrderCounts & { readonly day: string };

/** Orders that people booked, by day. */
export async function countsByDay(
  trx: Db,
  shopId: string,
  asked: { readonly days: Days; readonly userId?: string },
): Promise<DayCounts[]> {
  const { rows } = await sql<DayCounts>`
    select booked_day::text as day, ${countsByStatus}
    from ${bookedByStaff(shopId, asked)} group by booked_day`.execute(trx);
  return rows;
}

const countOf = (status: string): RawBuilder<number> =>
  sql`coalesce(sum(n) filter (where status = ${status}), 0)::bigint`;

const countsByStatus = sql`
  ${countOf('FULFILLED')} as fulfilled_orders, ${countOf('INPROCESS')} as inprocess_orders,
  ${countOf('DELIVERED')} as delivered_orders, ${countOf('CANCELLED')} as cancelled_orders,
  ${countOf('RTS')} as rts_orders, coalesce(sum(n), 0)::bigint as total_orders`;

/** The figures by day, and the changes that the worker has not added yet. */
function bookedByStaff(
  shopId: string,
  { days, userId }: { readonly days?: Days; readonly userId?: string },
): RawBuilder<unknown> {
  const conditions = [sql`shop_id = ${shopId}`, ...daysWithin(sql`booked_day`, days)];
  conditions.push(userId === undefined ? sql`user_id <> ''` : sql`user_id = ${userId}`);
  const where = sql.join(conditions, sql` and `);
  const columns = sql`booked_day, user_id, status, n`;
  return sql`(
    select ${columns} from shipment_staff_day where ${where}
    union all select ${columns} from shipment_day_change where ${where}) as booked`;
}
