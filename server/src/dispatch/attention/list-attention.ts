import { AttentionKind, type AttentionItem, type AttentionQuery } from '@courierdesk/contract/attention';
import { BookingState } from '@courierdesk/contract/statuses';
import { sql } from 'kysely';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { printStatusOf } from '../../shipments/documents/print-status.ts';
import { caseActions, describeCase, readCaseDetail } from './describe-case.ts';
import { countOpenCases, groupOfCase, resolvesItself, type OpenCases } from './count-open-cases.ts';
import { wholeCod } from '../../shipments/record/shipment-state.ts';
import type { ShipmentRow } from '../../shipments/record/shipment-row.ts';

/** Open cases, oldest first. Cases that need a decision come before those that resolve automatically. */
export async function listAttention(
  trx: Db,
  context: Context,
  shopId: string,
  { about, ...paging }: AttentionQuery,
): Promise<{ rows: AttentionItem[]; total: number } & OpenCases> {
  const rows = await trx
    .selectFrom('attention as a')
    .innerJoin('shipment as s', (join) => join.onRef('s.shop_id', '=', 'a.shop_id').onRef('s.id', '=', 'a.shipment_id'))
    .leftJoin('courier_account as c', (join) =>
      join.onRef('c.shop_id', '=', 's.shop_id').onRef('c.id', '=', 's.account_id'),
    )
    .selectAll('s')
    .select(['a.id as case_id', 'a.kind', 'a.detail', 'a.opened_at', 'c.name as account_name'])
    .select(resolvesItself(context.config, shopId).as('resolves_itself'))
    .select((select) =>
      select
        .selectFrom('shipment_order as o')
        .select(sql<string[]>`array_agg(o.store_order_id order by o.position)`.as('ids'))
        .where('o.shop_id', '=', shopId)
        .whereRef('o.shipment_id', '=', 's.id')
        .as('store_order_ids'),
    )
    .where('a.shop_id', '=', shopId)
    .where('a.closed_at', 'is', null)
    .$if(about !== undefined, (cases) => cases.where(sql<boolean>`${groupOfCase} = ${about}`))
    .orderBy('resolves_itself')
    .orderBy('a.opened_at')
    .orderBy('a.id')
    .limit(paging.limit)
    .offset((paging.page - 1) * paging.limit)
    .execute();
  const papersOf = await printStatusOf(
    trx,
    shopId,
    rows.map(({ id }) => id),
  );
  const counts = await countOpenCases(trx, context.config, shopId, about);
  return {
    rows: rows.map((row) => ({ ...presentCase(context, row), papers: papersOf(row.id) })),
    total: counts.to_decide + counts.resolving,
    ...counts,
  };
}

type CaseRow = ShipmentRow & {
  case_id: string;
  kind: string;
  detail: unknown;
  opened_at: Date;
  account_name: string | null;
  store_order_ids: string[] | null;
  resolves_itself: boolean;
};

const casesLogged = () => new Set<string>();

function presentCase(context: Context, row: CaseRow): Omit<AttentionItem, 'papers'> {
  const kind = AttentionKind.parse(row.kind);
  const detail = readCaseDetail(row.detail);
  const logged = context.memory.of(casesLogged);
  if (!detail.isReadable && !logged.has(row.case_id)) {
    logged.add(row.case_id);
    context.log.error({ case: row.case_id }, 'the details of a case cannot be read');
  }
  const texts = describeCase(kind, row, detail);
  return {
    id: row.case_id,
    kind,
    since: row.opened_at.toISOString(),
    shipment_id: row.id,
    booking_state: BookingState.parse(row.booking_state),
    tracking_number: row.tracking_number,
    company: row.company,
    account_name: row.account_name ?? '',
    reference: row.reference,
    order_name: row.order_name,
    store_order_ids: row.store_order_ids ?? [],
    consignee_name: row.consignee_name,
    cod: wholeCod(row),
    booked_by: row.booked_by,
    what_happened: detail.isReadable
      ? texts.whatHappened
      : `${texts.whatHappened.trimEnd()} We cannot read all details of this case.`,
    what_is_protected: texts.whatIsProtected,
    what_next: texts.whatNext,
    changes: detail.changes,
    cod_at_courier: detail.cod,
    candidates: detail.tracking_numbers,
    next_look_at: row.next_look_up_at?.toISOString() ?? null,
    cancel_when_found: row.cancel_when_found,
    actions: caseActions(kind, row),
    resolves_itself: row.resolves_itself,
  };
}
