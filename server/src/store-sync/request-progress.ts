import type { ShipmentStatus } from '@courierdesk/contract/statuses';
import { sql } from 'kysely';
import type { Db } from '../db/client.ts';
import type { PlatformFulfilmentEvent } from '../platforms/platform.ts';
import { tagsByStatus } from '../settings/queries.ts';
import { currentPlan } from '../subscriptions/current-plan.ts';

/** What a parcel's way means for its store orders. */
export type Progress = {
  readonly shipmentId: string;
  readonly status: ShipmentStatus;
  readonly event?:
    | { readonly status: PlatformFulfilmentEvent; readonly at: Date; readonly message: string }
    | undefined;
};

/**
 * Queues what the store should show of parcels on their way: the fulfilment event, if it is another than the last one,
 * and the tag of the status, on paid plans. Rides with the wanted state, in the transaction of the change; one statement
 * for any number of parcels. A tag that the order bore before us never becomes ours.
 */
export async function wantProgress(trx: Db, shopId: string, progress: readonly Progress[], now: Date): Promise<void> {
  if (progress.length === 0) return;
  const { plan } = await currentPlan(trx, shopId, now);
  const tags = plan === 'FREE' ? undefined : await tagsByStatus(trx, shopId);
  const told = progress.map(({ shipmentId, status, event }) => ({
    shipment_id: shipmentId,
    tag: tags?.[status] ?? null,
    event: event?.status ?? '',
    at: event?.at ?? null,
    message: event?.message ?? '',
  }));
  await sql`
    with told as (
      select wanted.store_order_id, coalesce(t.tag, wanted.wanted_tag) as tag, t.event, t.at, t.message,
             t.event <> '' and t.event <> wanted.last_event and wanted.fulfilled as is_new_event,
             coalesce(t.tag, wanted.wanted_tag) = any(o.tags) and not coalesce(t.tag, wanted.wanted_tag) = any(wanted.our_tags)
               as is_theirs
      from jsonb_to_recordset(${JSON.stringify(told)}::jsonb)
             as t(shipment_id text, tag text, event text, at timestamptz, message text)
      join wanted_store_state wanted on wanted.shop_id = ${shopId} and wanted.shipment_id = t.shipment_id
      join store_order o on o.shop_id = wanted.shop_id and o.id = wanted.store_order_id
    )
    update wanted_store_state as wanted set
      events = case when told.is_new_event
        then wanted.events || jsonb_build_object('status', told.event, 'at', told.at, 'message', told.message)
        else wanted.events end,
      last_event = case when told.is_new_event then told.event else wanted.last_event end,
      wanted_tag = told.tag,
      our_tags = case when told.tag = '' or told.is_theirs or told.tag = any(wanted.our_tags) then wanted.our_tags
        else array_append(wanted.our_tags, told.tag) end,
      version = wanted.version + 1,
      state = case when wanted.state = 'done' then 'due' else wanted.state end,
      next_at = case when wanted.state = 'done' then ${now}::timestamptz else wanted.next_at end,
      tries = case when wanted.state = 'done' then 0 else wanted.tries end,
      updated_at = ${now}
    from told
    where wanted.shop_id = ${shopId} and wanted.store_order_id = told.store_order_id
      and (told.is_new_event or told.tag <> wanted.wanted_tag)
  `.execute(trx);
}
