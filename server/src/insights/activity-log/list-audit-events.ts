import { maxAuditEventsListed, type AuditFilter } from '@courierdesk/contract/audit';
import { daysInOrder } from '@courierdesk/contract/dates';
import type { Paging } from '@courierdesk/contract/paging';
import { sql, type Selectable } from 'kysely';
import type { Db } from '../../base/db/client.ts';
import { anyOf } from '../../base/db/id-list.ts';
import type { AuditEvent as AuditEventTable } from '../../base/db/schema.ts';

export type AuditRow = Selectable<AuditEventTable>;

type Shop = { readonly id: string; readonly timeZone: string };

/** A page of the events that match, newest first. Counts no further than the list reaches. */
export async function listAuditEvents(
  trx: Db,
  shop: Shop,
  filter: AuditFilter,
  { page, limit }: Paging,
): Promise<{ rows: AuditRow[]; total: number; more: boolean }> {
  const matching = await matchingEvents(trx, shop, filter);
  const counted = await trx
    .selectFrom(
      matching
        .select('id')
        .limit(maxAuditEventsListed + 1)
        .as('found'),
    )
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  const total = Math.min(counted.n, maxAuditEventsListed);
  const first = (page - 1) * limit;
  const rows =
    first >= total
      ? []
      : await matching
          .selectAll()
          .orderBy('id', 'desc')
          .offset(first)
          .limit(Math.min(limit, total - first))
          .execute();
  return { rows, total, more: counted.n > maxAuditEventsListed };
}

/** How many events match, counted no further than one above `limit`. */
export async function countAuditEvents(trx: Db, shop: Shop, filter: AuditFilter, limit: number): Promise<number> {
  const matching = await matchingEvents(trx, shop, filter);
  const { n } = await trx
    .selectFrom(
      matching
        .select('id')
        .limit(limit + 1)
        .as('found'),
    )
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

/** The next events that match, older than `before`. */
export async function auditEventsBefore(
  trx: Db,
  shop: Shop,
  filter: AuditFilter,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<AuditRow[]> {
  const matching = await matchingEvents(trx, shop, filter);
  return matching
    .selectAll()
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Each filter has an index that is sorted by id, which is by time. */
async function matchingEvents(trx: Db, shop: Shop, { actor, group, query, from, to }: AuditFilter) {
  const subjects = query ? await subjectsOf(trx, query) : undefined;
  const days = daysInOrder(from, to);
  return trx
    .selectFrom('audit_event')
    .where('shop_id', '=', shop.id)
    .$if(actor !== undefined, (events) => events.where(sql<boolean>`coalesce(actor_id, actor_kind) = ${actor}`))
    .$if(group !== undefined, (events) => events.where('action_group', '=', group ?? ''))
    .$if(subjects !== undefined, (events) => events.where('subject_id', '=', anyOf(subjects ?? [])))
    .$if(days.from !== undefined, (events) => events.where('id', '>=', firstIdOf(shop, days.from ?? '', 0)))
    .$if(days.to !== undefined, (events) => events.where('id', '<', firstIdOf(shop, days.to ?? '', 1)));
}

/** The smallest id of a day, or of the day after it: ids begin with their time in milliseconds (`base/db/ids.ts`). */
const firstIdOf = ({ timeZone }: Shop, day: string, later: 0 | 1) =>
  sql<string>`lpad(to_hex(
    (extract(epoch from (${day}::date + ${later}::integer)::timestamp at time zone ${timeZone}::text) * 1000)::bigint
  ), 12, '0') || '000000000000'`;

async function subjectsOf(trx: Db, words: string): Promise<string[]> {
  const pattern = words.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);
  const { rows } = await sql<{ id: string }>`select search_audit_subjects(${pattern}) as id`.execute(trx);
  return rows.map(({ id }) => id);
}
