import { planHas } from '@courierdesk/contract/plans';
import type { ShipmentStatus } from '@courierdesk/contract/statuses';
import { sql } from 'kysely';
import type { Db } from '../../base/db/client.ts';
import type { PlatformFulfilmentEvent } from '../../adapters/platforms/platform.ts';
import { tagsByStatus } from '../../shop/settings/find-settings.ts';
import { currentPlan } from '../../shop/subscriptions/current-plan.ts';
import { changeDesiredState } from './change-desired-state.ts';
import { requestStoreUpdate, type StoreRequest } from './request-store-update.ts';

/** A parcel's new status, and the fulfilment event to add to its store orders. */
export type Progress = {
  readonly shipmentId: string;
  readonly status: ShipmentStatus;
  readonly event?:
    | { readonly status: PlatformFulfilmentEvent; readonly at: Date; readonly message: string }
    | undefined;
};

/**
 * Asks the store to show the parcels' progress: the fulfilment event, unless it repeats the last one, and the tag of
 * the status, on paid plans. On FREE, a tag from before is removed. Call it in the transaction that changes the status.
 * One statement for any number of parcels.
 * A tag that the order already had from someone else, in capital or small letters, never becomes a tag that we manage:
 * Shopify takes them for one. A parcel that no longer holds its order, while another one does, gives it no tag.
 */
export async function requestProgress(
  trx: Db,
  shopId: string,
  progress: readonly Progress[],
  { jobs, now, by = 'job' }: StoreRequest,
): Promise<void> {
  if (progress.length === 0) return;
  const { plan } = await currentPlan(trx, shopId, now);
  const tags = planHas(plan, 'orderTags') ? await tagsByStatus(trx, shopId) : undefined;
  const requests = progress.map(({ shipmentId, status, event }) => ({
    shipment_id: shipmentId,
    tag: tags?.[status] ?? '',
    event: event?.status ?? '',
    pending_event: event ? { status: event.status, at: event.at, message: event.message } : null,
  }));
  // A parcel that does not hold the order, while another one does, keeps its tag.
  const newTag = sql`case when another.holds then desired.desired_tag else r.tag end`;
  const request = sql<ProgressRequest>`(
      select desired.store_order_id, desired.shipment_id, ${newTag} as tag, r.event, r.pending_event,
             r.event <> '' and r.event <> desired.last_queued_event and desired.fulfilled as is_new_event,
             exists (select from unnest(o.tags) as tag where lower(tag) = lower(${newTag})) and not exists (
               select from desired_store_state as any_parcel, unnest(any_parcel.managed_tags) as tag
               where any_parcel.shop_id = ${shopId} and any_parcel.store_order_id = desired.store_order_id
                 and lower(tag) = lower(${newTag})) as is_tag_of_shop
      from jsonb_to_recordset(${JSON.stringify(requests)}::jsonb)
             as r(shipment_id text, tag text, event text, pending_event jsonb)
      join desired_store_state desired on desired.shop_id = ${shopId} and desired.shipment_id = r.shipment_id
      join store_order o on o.shop_id = desired.shop_id and o.id = desired.store_order_id
      cross join lateral (
        select count(*) > 0 and count(*) filter (where h.shipment_id = desired.shipment_id) = 0 as holds
        from shipment_order as h
        where h.shop_id = ${shopId} and h.store_order_id = desired.store_order_id and h.holds) as another
      -- So that this select is not merged into the update: a cluster refuses sub-selects in the case of an update.
      offset 0
    )`.as('request');
  const change = {
    pending_events: sql<string>`case when request.is_new_event
        then desired.pending_events || request.pending_event
        else desired.pending_events end`,
    last_queued_event: sql<string>`case when request.is_new_event then request.event else desired.last_queued_event end`,
    desired_tag: sql<string>`request.tag`,
    // A part that the store does not let us fulfil, or a tag that it refuses, stops the update, but not later progress.
    stopped_as: sql<string | null>`case when desired.partly_in_store and desired.stopped_as <> 'out-of-reach'
        then null else desired.stopped_as end`,
    managed_tags: sql<
      string[]
    >`case when request.tag = '' or request.is_tag_of_shop or request.tag = any(desired.managed_tags)
        then desired.managed_tags else array_append(desired.managed_tags, request.tag) end`,
  };
  const { numUpdatedRows: changed } = await changeDesiredState(trx, shopId, change, now)
    .from(request)
    .whereRef('desired.store_order_id', '=', 'request.store_order_id')
    .whereRef('desired.shipment_id', '=', 'request.shipment_id')
    .where(sql<boolean>`(request.is_new_event or request.tag <> desired.desired_tag)`)
    .executeTakeFirst();
  if (changed > 0n) await requestStoreUpdate(trx, shopId, { jobs, now, by });
}

type ProgressRequest = { readonly store_order_id: string; readonly shipment_id: string };
