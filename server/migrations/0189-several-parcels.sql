-- A parcel holds items of its orders, and an order may have several parcels.

-- claim: numbers the parcels of an order. A booking takes the next number after the last one that its check read, so two
-- bookings that read the same state of an order cannot both succeed.
alter table shipment_order add claim integer;
update shipment_order as one set claim = numbered.claim
from (
  select shop_id, shipment_id, store_order_id,
    row_number() over (partition by shop_id, store_order_id order by shipment_id) as claim
  from shipment_order) as numbered
where numbered.shop_id = one.shop_id and numbered.shipment_id = one.shipment_id
  and numbered.store_order_id = one.store_order_id;
alter table shipment_order alter claim set not null;
drop index shipment_order_held;
drop index shipment_order_order;
create unique index shipment_order_claim on shipment_order (shop_id, store_order_id, claim);

-- held: parcels have all that can be sent. second_parcel: something is left to send, and a parcel of the order is not
-- delivered.
alter table store_order add second_parcel boolean not null default false;
drop index store_order_open;
create index store_order_open on store_order (shop_id, placed_at, id)
  include (city, problems, void_needed, second_parcel, cod, total_paisa, assigned_account_id)
  where cancelled_at is null and deleted_at is null and to_ship > 0 and not held;
drop index store_order_open_total;
create index store_order_open_total on store_order (shop_id, total_paisa, id)
  include (city, problems, void_needed, second_parcel, cod, assigned_account_id, placed_at)
  where cancelled_at is null and deleted_at is null and to_ship > 0 and not held;
drop index store_order_open_city;
create index store_order_open_city on store_order (shop_id, city_key, placed_at, id)
  include (city, problems, void_needed, second_parcel, cod, total_paisa, assigned_account_id)
  where cancelled_at is null and deleted_at is null and to_ship > 0 and not held;

create function parcels_of_order(
  of_shop text, of_order text, of_lines jsonb, out held boolean, out second_parcel boolean
) language sql stable as $$
  with parcel as (
    select h.lines, s.final and s.status = 'DELIVERED' as delivered
    from shipment_order as h
    join shipment as s on s.shop_id = h.shop_id and s.id = h.shipment_id
    where h.shop_id = of_shop and h.store_order_id = of_order and h.holds
  ), carried as (
    select item ->> 'lineId' as line_id, sum((item ->> 'quantity')::integer) as quantity
    from parcel cross join jsonb_array_elements(parcel.lines) as item
    group by item ->> 'lineId'
  ), rest as (
    select exists (
      select from jsonb_array_elements(of_lines) as line
      left join carried on carried.line_id = line ->> 'lineId'
      where (line ->> 'requiresShipping')::boolean
        and (line ->> 'unfulfilledQuantity')::integer > coalesce((line ->> 'stoppedQuantity')::integer, 0)
        and (line ->> 'currentQuantity')::integer > coalesce(carried.quantity, 0)) as something
  )
  select
    exists (select from parcel) and not rest.something,
    rest.something and exists (select from parcel where not delivered)
  from rest
$$;

-- Locks the orders first: what another transaction changed of their parcels is then seen.
create function update_parcels_of_orders(of_shop text, of_orders text[]) returns void language plpgsql as $$
begin
  perform from store_order where shop_id = of_shop and id = any(of_orders) order by id for no key update;
  update store_order as o set held = now.held, second_parcel = now.second_parcel
  from (
    select one.id, parcels.held, parcels.second_parcel
    from store_order as one
    cross join lateral parcels_of_order(one.shop_id, one.id, one.lines) as parcels
    where one.shop_id = of_shop and one.id = any(of_orders)
  ) as now
  where o.shop_id = of_shop and o.id = now.id and (o.held, o.second_parcel) <> (now.held, now.second_parcel);
end $$;

create or replace function update_order_held() returns trigger language plpgsql as $$
begin
  perform update_parcels_of_orders(one.shop_id, one.orders)
  from (select shop_id, array_agg(distinct store_order_id) as orders from changed group by shop_id) as one;
  return null;
end $$;

create function update_orders_of_shipment() returns trigger language plpgsql as $$
begin
  perform update_parcels_of_orders(new.shop_id, array(
    select store_order_id from shipment_order where shop_id = new.shop_id and shipment_id = new.id and holds));
  return null;
end $$;
create trigger update_order_held_on_delivery after update of status, final on shipment
  for each row
  when ((old.final and old.status = 'DELIVERED') <> (new.final and new.status = 'DELIVERED'))
  execute function update_orders_of_shipment();

create function update_held_of_lines() returns trigger language plpgsql as $$
begin
  select parcels.held, parcels.second_parcel into new.held, new.second_parcel
  from parcels_of_order(new.shop_id, new.id, new.lines) as parcels;
  return new;
end $$;
create trigger update_order_held_on_lines before update of lines on store_order
  for each row when (old.lines is distinct from new.lines)
  execute function update_held_of_lines();

update store_order as o set held = parcels.held, second_parcel = parcels.second_parcel
from store_order as one
cross join lateral parcels_of_order(one.shop_id, one.id, one.lines) as parcels
where one.held and o.shop_id = one.shop_id and o.id = one.id;

-- What the store should show: one row per parcel and order. A number that has to go has a row of its own.
alter table desired_store_state drop constraint desired_store_state_pkey;
alter table desired_store_state add primary key (shop_id, store_order_id, shipment_id);
insert into desired_store_state (
  shop_id, store_order_id, shipment_id, version, synced_version, fulfilled, tracking_number, company, lines,
  notify_customer, numbers_to_remove, state, next_at, updated_at)
select d.shop_id, d.store_order_id, s.id, 1, 0, false, s.tracking_number, s.company, h.lines,
  false, '{}', 'due', coalesce(d.next_at, now()), d.updated_at
from desired_store_state as d
join shipment_order as h on h.shop_id = d.shop_id and h.store_order_id = d.store_order_id
join shipment as s on s.shop_id = h.shop_id and s.id = h.shipment_id and s.tracking_number = any(d.numbers_to_remove)
where s.id <> d.shipment_id;
update desired_store_state as d set tracking_number = s.tracking_number
from shipment as s
where s.shop_id = d.shop_id and s.id = d.shipment_id and d.tracking_number is null;
alter table desired_store_state drop column numbers_to_remove;
