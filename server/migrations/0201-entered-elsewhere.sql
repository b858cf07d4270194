-- booked_before: the order has a parcel, ended or not. What was entered for it may differ from what the store says, and a batch
-- asks about that, so the list looks at such orders. Kept by the triggers that keep held.
alter table store_order add booked_before boolean not null default false;

create or replace function update_parcels_of_orders(of_shop text, of_orders text[]) returns void language plpgsql as $$
begin
  perform from store_order where shop_id = of_shop and id = any(of_orders) order by id for no key update;
  update store_order as o set held = now.held, second_parcel = now.second_parcel, booked_before = true
  from (
    select one.id, parcels.held, parcels.second_parcel
    from store_order as one
    cross join lateral parcels_of_order(one.shop_id, one.id, one.lines) as parcels
    where one.shop_id = of_shop and one.id = any(of_orders)
  ) as now
  where o.shop_id = of_shop and o.id = now.id
    and (o.held, o.second_parcel, o.booked_before) <> (now.held, now.second_parcel, true);
end $$;

update store_order as o set booked_before = true
from (select distinct shop_id, store_order_id from shipment_order) as booked
where o.shop_id = booked.shop_id and o.id = booked.store_order_id;

create index store_order_open_again on store_order (shop_id, id)
  where booked_before and cancelled_at is null and deleted_at is null and to_ship > 0 and not held;

create index batch_row_edited on batch_row (shop_id, store_order_id)
  where edited <> '{}' and state in ('draft', 'left-out', 'queued', 'failed', 'changed');
