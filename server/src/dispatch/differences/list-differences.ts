import { DifferenceKind } from '@courierdesk/contract/difference-kinds';
import {
  Difference,
  type Comparison,
  type DifferencesQuery,
  type getDifferences,
} from '@courierdesk/contract/differences';
import type { ReplyOf } from '@courierdesk/contract/endpoint';
import { courierName, isCompany } from '@courierdesk/contract/companies';
import { paginationOf } from '@courierdesk/contract/paging';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { UserActor } from '../../base/actor.ts';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { anyOf } from '../../base/db/id-list.ts';
import { pageOrLast } from '../../base/db/page-or-last.ts';
import type { Difference as DifferenceTable } from '../../base/db/schema.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { ComparisonStep, Problems } from './comparison-row.ts';
import { hasOpenCase } from './count-differences.ts';
import { comparedAgainAt, isUnderWay } from './start-comparison.ts';

/** A page of the differences, with counts and the state of the comparison. */
export function listDifferences(
  context: Context,
  actor: UserActor,
  query: DifferencesQuery,
): Promise<ReplyOf<typeof getDifferences>> {
  return withShop(context.db, actor.shopId, async (trx) => {
    // Read first: once it says that the comparison is finished, the rows have all that it found.
    const comparison = await describeComparison(trx, context, actor.shopId);
    const counts = await countByKind(trx, actor.shopId);
    const { rows, total } = await pageOrLast(query, async (asked) => ({
      rows: await pageOf(trx, actor.shopId, asked),
      total: totalOf(counts, asked),
    }));
    return {
      data: rows.map((row) => present(context, actor, row)),
      counts: counts.flatMap((one) => (one[query.state] > 0 ? [{ kind: one.kind, count: one[query.state] }] : [])),
      open: counts.reduce((sum, { open }) => sum + open, 0),
      dismissed: counts.reduce((sum, { dismissed }) => sum + dismissed, 0),
      repairing: counts.reduce((sum, { repairing }) => sum + repairing, 0),
      failed: counts.reduce((sum, { failed }) => sum + failed, 0),
      comparison,
      pagination: paginationOf(query, total),
    };
  });
}

type Counts = { readonly kind: DifferenceKind } & Record<'open' | 'dismissed' | 'repairing' | 'failed', number>;

async function countByKind(trx: Db, shopId: string): Promise<Counts[]> {
  const rows = await trx
    .selectFrom('difference')
    .select(['kind'])
    .select(sql<number>`count(*) filter (where state <> 'dismissed')`.as('open'))
    .select(sql<number>`count(*) filter (where state = 'dismissed')`.as('dismissed'))
    .select(sql<number>`count(*) filter (where state = 'repairing')`.as('repairing'))
    .select(sql<number>`count(*) filter (where state = 'open' and note <> '')`.as('failed'))
    .where('shop_id', '=', shopId)
    .where('state', 'in', ['open', 'repairing', 'dismissed'])
    .groupBy('kind')
    .execute();
  const byKind = new Map(rows.map((row) => [row.kind, row]));
  return DifferenceKind.options.flatMap((kind) => {
    const row = byKind.get(kind);
    return row ? [{ ...row, kind }] : [];
  });
}

function totalOf(counts: readonly Counts[], { kind, state }: DifferencesQuery): number {
  return counts.filter((one) => kind === undefined || one.kind === kind).reduce((sum, one) => sum + one[state], 0);
}

type Row = Selectable<DifferenceTable> & {
  has_case: boolean;
  changes: unknown;
  store_order_ids: string[];
  platform_order_id: string | null;
  customer_name: string;
};

const orderOfKinds: RawBuilder<number> = sql`array_position(${[...DifferenceKind.options]}::text[], d.kind)`;

/** They may be personal data, which the difference itself does not keep. */
const changesOfCase = (shopId: string) => sql`coalesce((
  select a.detail -> 'changes' from attention a
  where a.shop_id = ${shopId} and a.shipment_id = d.shipment_id and a.closed_at is null
    and a.kind = 'changed-after-booking' and a.kind = any(d.case_kinds)
  order by a.opened_at desc limit 1), '[]'::jsonb)`;

async function pageOf(trx: Db, shopId: string, query: DifferencesQuery): Promise<Row[]> {
  const found = await differencesOf(trx, shopId, query);
  const shipmentIds = found.flatMap(({ shipment_id: id }) => id ?? []);
  const ordersOf = await ordersOfParcels(trx, shopId, shipmentIds);
  const parcelOrders = (row: { shipment_id: string | null }): string[] => ordersOf.get(row.shipment_id ?? '') ?? [];
  /** The first one of a merged parcel. */
  const firstOrder = (row: (typeof found)[number]): string => row.store_order_id ?? parcelOrders(row)[0] ?? '';
  const orders = await trx
    .selectFrom('store_order')
    .select(['id', 'platform_order_id', 'customer_name'])
    .where('shop_id', '=', shopId)
    .where('id', '=', anyOf(found.map(firstOrder)))
    .execute();
  const consignees = await trx
    .selectFrom('shipment')
    .select(['id', 'consignee_name'])
    .where('shop_id', '=', shopId)
    .where('id', '=', anyOf(shipmentIds))
    .execute();
  return found.map((row) => {
    const order = orders.find(({ id }) => id === firstOrder(row));
    const consignee = consignees.find(({ id }) => id === row.shipment_id)?.consignee_name;
    return {
      ...row,
      store_order_ids: parcelOrders(row),
      platform_order_id: order?.platform_order_id ?? null,
      customer_name: consignee ?? order?.customer_name ?? '',
    };
  });
}

function differencesOf(trx: Db, shopId: string, { kind, state, page, limit }: DifferencesQuery) {
  return trx
    .selectFrom('difference as d')
    .selectAll('d')
    .select([hasOpenCase(shopId).as('has_case'), changesOfCase(shopId).as('changes')])
    .where('d.shop_id', '=', shopId)
    .where('d.state', 'in', state === 'open' ? ['open', 'repairing'] : ['dismissed'])
    .$if(kind !== undefined, (rows) => rows.where('d.kind', '=', kind ?? ''))
    .orderBy(orderOfKinds)
    .orderBy('d.first_seen_at')
    .orderBy('d.id')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
}

/** The store orders of each parcel, in their order there. */
async function ordersOfParcels(
  trx: Db,
  shopId: string,
  shipmentIds: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await trx
    .selectFrom('shipment_order')
    .select(['shipment_id', 'store_order_id'])
    .where('shop_id', '=', shopId)
    .where('shipment_id', '=', anyOf(shipmentIds))
    .orderBy('position')
    .execute();
  const ordersOf = new Map<string, string[]>();
  for (const row of rows) ordersOf.set(row.shipment_id, [...(ordersOf.get(row.shipment_id) ?? []), row.store_order_id]);
  return ordersOf;
}

function present(context: Context, actor: UserActor, row: Row): Difference {
  return Difference.parse({
    ...row,
    store_url: row.platform_order_id ? context.platform.orderAdminUrl(actor.shop.domain, row.platform_order_id) : '',
    first_seen_at: row.first_seen_at.toISOString(),
    last_seen_at: row.last_seen_at.toISOString(),
  });
}

async function describeComparison(trx: Db, context: Context, shopId: string): Promise<Comparison> {
  const now = context.clock();
  const row = await trx.selectFrom('comparison').selectAll().where('shop_id', '=', shopId).executeTakeFirst();
  const accounts = await trx
    .selectFrom('courier_account')
    .select('company')
    .distinct()
    .where('shop_id', '=', shopId)
    .where('in_active', '=', false)
    .orderBy('company')
    .execute();
  const isListed = (company: string): boolean =>
    isCompany(company) && context.couriers[company].listBooked !== undefined;
  const names = (listed: boolean): string[] =>
    accounts.filter(({ company }) => isListed(company) === listed).map(({ company }) => courierName(company));
  return {
    running:
      row && isUnderWay(row, now)
        ? {
            step: ComparisonStep.catch('orders').parse(row.step),
            done: row.done,
            total: row.total,
            waiting: row.tries > 0,
          }
        : null,
    finished_at: row?.finished_at?.toISOString() ?? null,
    problems: row ? Problems.parse(row.problems) : [],
    next_at: row ? row.next_at.toISOString() : null,
    again_at: (row && comparedAgainAt(row, now)?.toISOString()) ?? null,
    listed_couriers: names(true),
    unlisted_couriers: names(false),
  };
}
