import type { OperatorOverview, PastLease } from '@courierdesk/contract/operator';
import { sql } from 'kysely';
import type { Db } from '../../base/db/client.ts';
import { storeIsOpen } from '../../shop/shops/closed-stores.ts';
import { presentShop, type OfShop } from './present-shop.ts';

/** Others continue within seconds. After a minute something is wrong. */
const graceMs = 60_000;
const maxRows = 50;

type Row = Pick<PastLease, 'what' | 'id' | 'label'> & OfShop & { readonly until: Date; readonly total: number };

/**
 * Leases that ended more than a minute ago while their work is due. Those of courier calls and store tokens are not here:
 * nothing waits for them, since the next call takes them.
 */
export async function readPastLeases(trx: Db, now: Date): Promise<OperatorOverview['leases']> {
  const ended = new Date(now.getTime() - graceMs);
  const { rows } = await sql<Row>`
    select lease.*, shop.domain, count(*) over () as total from (
      select 'booking' as what, shop_id, id, order_name as label, lease_until as until from shipment
      where booking_state in ('claimed', 'asking') and lease_until < ${ended}
      union all
      select 'store-update', desired.shop_id, desired.store_order_id, store_order.name, min(desired.lease_until)
      from desired_store_state as desired
      join store_order on store_order.shop_id = desired.shop_id and store_order.id = desired.store_order_id
      where desired.state = 'due' and desired.next_at <= ${now} and ${storeIsOpen('desired')}
      group by desired.shop_id, desired.store_order_id, store_order.name
      having max(desired.lease_until) < ${ended}
      union all
      select 'store-read', shop_id, shop_id, '', lease_until from store_sync
      where lease_until < ${ended} and next_at <= ${now} and ${storeIsOpen('store_sync')}
      union all
      select 'job', group_id, id::text, name, heartbeat_on + heartbeat_seconds * interval '1 second' from pgboss.job
      where state = 'active' and heartbeat_on + heartbeat_seconds * interval '1 second' < now() - interval '1 minute'
    ) as lease left join shop on shop.id = lease.shop_id
    order by lease.until limit ${sql.lit(maxRows)}`.execute(trx);
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map(({ what, id, label, until, ...row }) => ({
      ...{ what, id, label },
      shop: presentShop(row),
      until: until.toISOString(),
    })),
  };
}
