import { sql, type RawBuilder } from 'kysely';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { changeDesiredState, tryAtOnce } from './change-desired-state.ts';

/**
 * Makes updates due again that were stopped by what the store showed, once that may be over. If a person asked to replace other
 * fulfilments, that was about the order as it was then, so this try replaces none.
 */
export async function retryStoppedUpdates(trx: Db, { clock }: Pick<Context, 'clock'>, shopId: string): Promise<void> {
  const now = clock();
  await changeDesiredState(trx, shopId, { ...tryAtOnce(now), replace_others: false }, now)
    .where(mayGoOn(now))
    .execute();
}

/** A parcel that has arrived or come back is left to a person: its customer would get a shipping email, or its order is free. */
const isStopped = sql<boolean>`(
  desired.stopped_as = 'conflict'
  and (not desired.fulfilled or exists (
    select from shipment as s where s.shop_id = desired.shop_id and s.id = desired.shipment_id and not s.final)))`;

/** The times until which the store had scheduled parts of an order (`o`). */
const scheduledParts = sql`(
  select nullif(part ->> 'fulfilAt', '')::timestamptz as at from jsonb_array_elements(o.fulfilment_orders) as part
  where part ->> 'status' = 'SCHEDULED')`;

/**
 * The order changed since the last try (`next_at`), or the time until which the store had scheduled a part has come. The
 * store may open that part a little later, so it is tried again during the next hour.
 */
export const mayGoOn = (now: Date | 'infinity'): RawBuilder<boolean> => sql`(
  ${isStopped}
  and exists (
    select from store_order as o
    where o.shop_id = desired.shop_id and o.id = desired.store_order_id and (
      o.mirrored_at > desired.next_at
      or exists (
        select from ${scheduledParts} as part
        where part.at between desired.next_at - interval '1 hour' and ${now}::timestamptz))))`;

/** When updates of a shop may go on because the time of a part comes: at that time, then every ten minutes. */
export const timesToGoOn = (shopId: string): RawBuilder<{ at: Date }> => sql`
  select case when part.at > desired.next_at then part.at else desired.next_at + interval '10 minutes' end as at
  from desired_store_state as desired
  join store_order as o on o.shop_id = desired.shop_id and o.id = desired.store_order_id
  cross join lateral ${scheduledParts} as part
  where desired.shop_id = ${shopId} and ${isStopped} and part.at >= desired.next_at - interval '1 hour'`;
