import { DifferenceKind, DifferenceRepairKind, repairText } from '@courierdesk/contract/difference-kinds';
import { type DifferenceRepair, type getDifferenceRepairs, type RepairsQuery } from '@courierdesk/contract/differences';
import { daysInOrder } from '@courierdesk/contract/dates';
import type { ReplyOf } from '@courierdesk/contract/endpoint';
import { paginationOf } from '@courierdesk/contract/paging';
import { sql, type Selectable } from 'kysely';
import type { UserActor } from '../../base/actor.ts';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { pageOrLast } from '../../base/db/page-or-last.ts';
import type { DifferenceRepair as RepairTable } from '../../base/db/schema.ts';
import { withShop } from '../../base/db/tenancy.ts';

/** The journal of repairs, newest first. */
export function listRepairs(
  context: Context,
  actor: UserActor,
  query: RepairsQuery,
): Promise<ReplyOf<typeof getDifferenceRepairs>> {
  return withShop(context.db, actor.shopId, async (trx) => {
    const { rows, total } = await pageOrLast(query, async (asked) => {
      const matching = repairsIn(trx, actor, asked);
      const { total: all } = await matching
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      const page = await matching
        .selectAll()
        .orderBy('id', 'desc')
        .limit(asked.limit)
        .offset((asked.page - 1) * asked.limit)
        .execute();
      return { rows: page, total: all };
    });
    return { data: rows.map(present), pagination: paginationOf(query, total) };
  });
}

function repairsIn(trx: Db, { shopId, shop }: UserActor, { from, to }: RepairsQuery) {
  const days = daysInOrder(from, to);
  return trx
    .selectFrom('difference_repair')
    .where('shop_id', '=', shopId)
    .$if(days.from !== undefined, (rows) =>
      rows.where('asked_at', '>=', sql<Date>`(${days.from}::date)::timestamp at time zone ${shop.timeZone}`),
    )
    .$if(days.to !== undefined, (rows) =>
      rows.where('asked_at', '<', sql<Date>`(${days.to}::date + 1)::timestamp at time zone ${shop.timeZone}`),
    );
}

function present(row: Selectable<RepairTable>): DifferenceRepair {
  const { id, order_name, tracking_number, company, before, after, asked_by } = row;
  const repair = DifferenceRepairKind.parse(row.repair);
  return {
    ...{ id, order_name, tracking_number, before, after, asked_by },
    kind: DifferenceKind.parse(row.kind),
    what: repairText({ repair, order_name, tracking_number, company }),
    state: row.state === 'done' || row.state === 'failed' ? row.state : 'waiting',
    asked_at: row.asked_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}
