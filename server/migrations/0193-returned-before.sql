-- returned_before: of earlier parcels to the order's phone number, some came back, and no more were delivered. A batch asks
-- about such an order, so the list must not call it ready. Kept by triggers.
alter table store_order add returned_before boolean not null default false;

create function came_back_before(of_shop text, of_phone text) returns boolean language sql stable as $$
  select count(*) filter (where status = 'RTS') > 0
    and count(*) filter (where status = 'RTS') >= count(*) filter (where status = 'DELIVERED')
  from shipment
  where shop_id = of_shop and consignee_phone = of_phone and tracking_number is not null
$$;

create function set_returned_before() returns trigger language plpgsql as $$
begin
  new.returned_before := came_back_before(new.shop_id, new.phone);
  return new;
end $$;
create trigger set_returned_before_on_insert before insert on store_order
  for each row when (new.phone <> '') execute function set_returned_before();
create trigger set_returned_before_on_phone before update of phone on store_order
  for each row when (new.phone <> old.phone) execute function set_returned_before();

-- Locks the orders first: what another transaction changed of the phone's parcels is then seen.
create function update_returned_before() returns trigger language plpgsql as $$
begin
  perform from store_order where shop_id = new.shop_id and phone = new.consignee_phone order by id for no key update;
  update store_order as o set returned_before = now.returned_before
  from (select came_back_before(new.shop_id, new.consignee_phone) as returned_before) as now
  where o.shop_id = new.shop_id and o.phone = new.consignee_phone and o.returned_before <> now.returned_before;
  return null;
end $$;
create trigger update_returned_before_on_insert after insert on shipment
  for each row when (new.consignee_phone <> '' and new.status in ('RTS', 'DELIVERED'))
  execute function update_returned_before();
create trigger update_returned_before_on_status after update of status on shipment
  for each row
  when (new.consignee_phone <> '' and old.status <> new.status
    and (old.status in ('RTS', 'DELIVERED') or new.status in ('RTS', 'DELIVERED')))
  execute function update_returned_before();

update store_order as o set returned_before = true
from (
  select shop_id, consignee_phone from shipment
  where tracking_number is not null and status in ('RTS', 'DELIVERED') and consignee_phone <> ''
  group by shop_id, consignee_phone
  having count(*) filter (where status = 'RTS') > 0
    and count(*) filter (where status = 'RTS') >= count(*) filter (where status = 'DELIVERED')
) as phone
where o.shop_id = phone.shop_id and o.phone = phone.consignee_phone;

drop index store_order_open;
create index store_order_open on store_order (shop_id, placed_at, id)
  include (city, problems, void_needed, second_parcel, returned_before, cod, total_paisa, assigned_account_id, store_weight, to_ship)
  where cancelled_at is null and deleted_at is null and to_ship > 0 and not held;
drop index store_order_open_total;
create index store_order_open_total on store_order (shop_id, total_paisa, id)
  include (city, problems, void_needed, second_parcel, returned_before, cod, assigned_account_id, placed_at, store_weight, to_ship)
  where cancelled_at is null and deleted_at is null and to_ship > 0 and not held;
drop index store_order_open_city;
create index store_order_open_city on store_order (shop_id, city_key, placed_at, id)
  include (city, problems, void_needed, second_parcel, returned_before, cod, total_paisa, assigned_account_id, store_weight, to_ship)
  where cancelled_at is null and deleted_at is null and to_ship > 0 and not held;
