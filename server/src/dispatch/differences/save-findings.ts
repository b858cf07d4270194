import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../base/db/client.ts';
import { newId } from '../../base/db/ids.ts';
import type { Finding } from './finding.ts';

/** The part of one comparison that findings belong to. */
export type FoundIn = {
  readonly shopId: string;
  readonly runId: string;
  readonly source: string;
  /** When the part began to read. Repairs that ended later are newer than its findings. */
  readonly readAt: Date;
};

/**
 * Saves findings. A difference that is already known is updated, never added twice. A dismissed one opens again only if
 * its facts changed; a repaired or closed one opens again unless the repair is newer than the finding.
 */
export async function saveFindings(trx: Db, found: FoundIn, findings: readonly Finding[], now: Date): Promise<void> {
  if (findings.length === 0) return;
  const rows = findings.map((one) => ({
    ...{ shop_id: found.shopId, source: found.source, run_id: found.runId },
    id: newId(now),
    kind: one.kind,
    subject: one.subject,
    shipment_id: one.shipmentId ?? null,
    store_order_id: one.storeOrderId ?? null,
    account_id: one.accountId ?? null,
    company: one.company,
    order_name: one.orderName,
    tracking_number: one.trackingNumber,
    store_says: one.storeSays,
    courier_says: one.courierSays,
    we_say: one.weSay,
    repair: one.repair,
    detail: one.detail,
    case_kinds: one.caseKinds,
    state: one.dismissedBy === undefined ? 'open' : 'dismissed',
    note: one.dismissedBy === undefined ? '' : `${one.dismissedBy} dismissed this in Needs attention.`,
  }));
  const isNewer = sql`(known.state in ('repaired', 'closed') and known.closed_at >= ${found.readAt}::timestamptz)`;
  const state = sql`case
    when known.state = 'repairing' then 'repairing'
    when excluded.state = 'dismissed' then 'dismissed'
    when known.state = 'dismissed' and known.detail ->> 'facts' = excluded.detail ->> 'facts' then 'dismissed'
    else 'open' end`;
  const keepsNote = sql`known.state = 'repairing' or (known.state = 'open' and excluded.state = 'open')
    or (known.state = 'dismissed' and known.detail ->> 'facts' = excluded.detail ->> 'facts')`;
  await sql`
    insert into difference as known (
      shop_id, id, kind, subject, source, shipment_id, store_order_id, account_id, company, order_name, tracking_number,
      store_says, courier_says, we_say, repair, detail, case_kinds, state, note, first_seen_at, last_seen_at, run_id)
    select shop_id, id, kind, subject, source, shipment_id, store_order_id, account_id, company,
           order_name, tracking_number, store_says, courier_says, we_say, repair, detail,
           array(select jsonb_array_elements_text(case_kinds)), state, note, ${now}::timestamptz, ${now}::timestamptz,
           run_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as found(
      shop_id text, source text, run_id text, id text, kind text, subject text, shipment_id text, store_order_id text, account_id text, company text,
      order_name text, tracking_number text, store_says text, courier_says text, we_say text, repair text, detail jsonb,
      case_kinds jsonb, state text, note text)
    order by kind, subject
    on conflict (shop_id, kind, subject) do update set
      source = excluded.source,
      shipment_id = excluded.shipment_id,
      account_id = excluded.account_id,
      company = excluded.company,
      order_name = excluded.order_name,
      tracking_number = excluded.tracking_number,
      store_says = excluded.store_says,
      courier_says = excluded.courier_says,
      we_say = excluded.we_say,
      repair = excluded.repair,
      detail = excluded.detail,
      case_kinds = excluded.case_kinds,
      state = ${state},
      note = case when ${keepsNote} then known.note else excluded.note end,
      first_seen_at = case when known.state in ('repaired', 'closed') then excluded.first_seen_at else known.first_seen_at end,
      last_seen_at = excluded.last_seen_at,
      closed_at = null,
      run_id = excluded.run_id
    where not ${isNewer}`.execute(trx);
}

/**
 * The part is complete: what it did not find again no longer differs. A difference that it could not have found
 * (`couldFind` is false) stays as it is; one that is never compared again (`isTooOld`) closes and says so.
 */
export async function closeUnfound(
  trx: Db,
  { shopId, runId, source }: Omit<FoundIn, 'readAt'>,
  now: Date,
  {
    couldFind = sql<boolean>`true`,
    isTooOld = sql<boolean>`false`,
  }: { couldFind?: RawBuilder<boolean>; isTooOld?: RawBuilder<boolean> } = {},
): Promise<void> {
  await trx
    .updateTable('difference')
    .set({
      ...{ state: 'closed', closed_at: now },
      note: sql<string>`case when ${isTooOld} then 'No longer compared: Shopify shows us orders for 60 days only.' else 'No longer differs.' end`,
    })
    .where('shop_id', '=', shopId)
    .where('source', '=', source)
    .where('run_id', '<>', runId)
    .where('state', 'in', ['open', 'dismissed'])
    .where(couldFind)
    .execute();
}
