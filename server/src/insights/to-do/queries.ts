import type { AttentionGroup } from '@courierdesk/contract/attention';
import type { ParcelsToDo } from '@courierdesk/contract/shipment-filters';
import { sql } from 'kysely';
import { groupOfCase, resolvesItself } from '../../dispatch/attention/count-open-cases.ts';
import type { Config } from '../../base/config.ts';
import type { Db } from '../../base/db/client.ts';
import { isOnNoLoadSheet, wasLeftOff } from '../../shipments/documents/load-sheet-queries.ts';
import { parcelsToDo, waitsSince } from '../../shipments/record/parcels-to-do.ts';
import { refusedAccounts } from '../../shop/courier-accounts/refused-credentials.ts';
import { matchingOrders, type StoreOrdersRequest } from '../../store/orders/order-filters.ts';

/** How many wait, since when the oldest, and the money at stake. */
export type Waiting = { readonly count: number; readonly oldestAt: Date | null; readonly amount?: string | null };

/** Nothing is booked, cancelled or tracked with these. */
export async function accountsWithRefusedCredentials(trx: Db, shopId: string): Promise<Waiting> {
  const accounts = await refusedAccounts(trx, shopId);
  const [longest] = accounts;
  return { count: accounts.length, oldestAt: longest ? new Date(longest.since) : null };
}

/** Cases that need a decision, by group, and how many we still resolve. */
export async function openCases(
  trx: Db,
  config: Pick<Config, 'lookUpSeconds'>,
  shopId: string,
): Promise<{ [Group in AttentionGroup]?: Waiting } & { resolving: number }> {
  const { rows } = await sql<Waiting & { about: AttentionGroup; resolving: number }>`
    with open_case as (
      select ${groupOfCase} as about, a.opened_at, ${resolvesItself(config, shopId)} as resolving
      from attention a join shipment s on s.shop_id = a.shop_id and s.id = a.shipment_id
      where a.shop_id = ${shopId} and a.closed_at is null
    )
    select about, count(*) filter (where not resolving) as count,
      min(opened_at) filter (where not resolving) as "oldestAt", count(*) filter (where resolving) as resolving
    from open_case group by about`.execute(trx);
  return {
    ...Object.fromEntries(rows.map(({ about, count, oldestAt }) => [about, { count, oldestAt }])),
    resolving: rows.reduce((sum, { resolving }) => sum + resolving, 0),
  };
}

export async function storeOrdersIn(trx: Db, request: StoreOrdersRequest): Promise<Waiting> {
  const { rows } = await sql<Waiting>`
    select count(*) as count, min(o.placed_at) as "oldestAt" ${matchingOrders(request)}`.execute(trx);
  return rows[0] ?? nothing;
}

export async function shipmentsWaiting(trx: Db, shopId: string, kind: ParcelsToDo, now: Date): Promise<Waiting> {
  const { rows } = await sql<Waiting>`
    select count(*) as count, min(${waitsSince(kind)}) as "oldestAt",
      sum(s.cod) filter (where s.payment_status = 'UNPAID')::text as amount
    from shipment as s
    where s.shop_id = ${shopId} and s.tracking_number is not null and ${parcelsToDo(kind, shopId, now)}`.execute(trx);
  return rows[0] ?? nothing;
}

/** Parcels that wait for a load sheet: those that a courier left off one, or the others. */
export async function shipmentsOnNoLoadSheet(
  trx: Db,
  shopId: string,
  now: Date,
  which: 'left-off' | 'others',
): Promise<Waiting> {
  const { rows } = await sql<Waiting>`
    select count(*) as count, min(p.booked_at) as "oldestAt" from shipment as p
    where p.shop_id = ${shopId} and ${isOnNoLoadSheet(now)} and ${wasLeftOff(shopId)} = ${which === 'left-off'}`.execute(
    trx,
  );
  return rows[0] ?? nothing;
}

const nothing: Waiting = { count: 0, oldestAt: null };
