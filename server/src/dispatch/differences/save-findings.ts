import type { DifferenceKind } from '@courierdesk/contract/difference-kinds';
import { inParts } from '@courierdesk/contract/in-parts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../base/db/client.ts';
import { anyOf } from '../../base/db/id-list.ts';
import { newId } from '../../base/db/ids.ts';
import type { Finding } from './finding.ts';

/** The part of one comparison that findings belong to. */
type FoundIn = {
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
    detail: JSON.stringify(one.detail),
    case_kinds: [...one.caseKinds],
    state: one.dismissedBy === undefined ? 'open' : 'dismissed',
    note: one.dismissedBy === undefined ? '' : `${one.dismissedBy} dismissed this in Needs attention.`,
    ...{ first_seen_at: now, last_seen_at: now },
  }));
  // In one order, so that two comparisons do not wait for each other.
  const sorted = rows.toSorted((a, b) => compare(`${a.kind} ${a.subject}`, `${b.kind} ${b.subject}`));
  for (const part of inParts(sorted, rowsAtOnce))
    await trx
      .insertInto('difference')
      .values(part)
      .onConflict((conflict) =>
        conflict
          .columns(['shop_id', 'kind', 'subject'])
          .doUpdateSet((eb) => ({
            ...Object.fromEntries(refreshed.map((column) => [column, eb.ref(`excluded.${column}`)])),
            state,
            note: sql<string>`case when ${keepsNote} then difference.note else excluded.note end`,
            first_seen_at: sql<Date>`case when difference.state in ('repaired', 'closed') then excluded.first_seen_at else difference.first_seen_at end`,
            closed_at: null,
          }))
          .where(
            sql<boolean>`not (difference.state in ('repaired', 'closed') and difference.closed_at >= ${found.readAt}::timestamptz)`,
          ),
      )
      .execute();
}

/** PostgreSQL takes 65,535 values in a statement. */
const rowsAtOnce = 1000;

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

const refreshed = [
  ...(['source', 'shipment_id', 'account_id', 'company', 'order_name', 'tracking_number'] as const),
  ...(['store_says', 'courier_says', 'we_say', 'repair', 'detail', 'case_kinds', 'last_seen_at', 'run_id'] as const),
] as const;

const hasSameFacts = sql`difference.detail ->> 'facts' = excluded.detail ->> 'facts'`;

const state = sql<string>`case
  when difference.state = 'repairing' then 'repairing'
  when excluded.state = 'dismissed' then 'dismissed'
  when difference.state = 'dismissed' and ${hasSameFacts} then 'dismissed'
  else 'open' end`;

const keepsNote = sql`difference.state = 'repairing' or (difference.state = 'open' and excluded.state = 'open')
  or (difference.state = 'dismissed' and ${hasSameFacts})`;

/** Differences of these parcels that the comparison does not look for at the moment stay as they are. */
export async function keepUncompared(
  trx: Db,
  { shopId, runId, source }: Omit<FoundIn, 'readAt'>,
  { shipmentIds, kinds }: { readonly shipmentIds: readonly string[]; readonly kinds: readonly DifferenceKind[] },
): Promise<void> {
  if (shipmentIds.length === 0) return;
  await trx
    .updateTable('difference')
    .set({ run_id: runId })
    .where('shop_id', '=', shopId)
    .where('source', '=', source)
    .where('shipment_id', '=', anyOf(shipmentIds))
    .where('kind', 'in', kinds)
    .where('state', 'in', ['open', 'dismissed'])
    .execute();
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
