-- Figures of any range of days without counting shipments (docs/decisions/0003).

-- Calendar days in the shop's time zone when the row was written: booked; delivered, or the return began.
alter table shipment add booked_day date, add ended_day date;

create or replace function update_days_taken() returns trigger language plpgsql as $$
declare
  ended timestamptz := case
    when new.status = 'DELIVERED' then new.delivered_at
    when new.status = 'CANCELLED' then coalesce(new.cancelled_at, new.status_at)
    when new.status = 'RTS' and new.final then new.status_at
  end;
  arrived timestamptz := case new.status when 'DELIVERED' then new.delivered_at when 'RTS' then new.status_at end;
begin
  new.days_taken := null;
  new.booked_day := null;
  new.ended_day := null;
  if new.booked_at is not null then
    select
      (ended at time zone time_zone)::date - (new.booked_at at time zone time_zone)::date,
      (new.booked_at at time zone time_zone)::date,
      (arrived at time zone time_zone)::date
    into new.days_taken, new.booked_day, new.ended_day from shop where id = new.shop_id;
  end if;
  return new;
end $$;

alter table shipment disable trigger user;
update shipment as s set
  booked_day = (s.booked_at at time zone shop.time_zone)::date,
  ended_day = (case s.status when 'DELIVERED' then s.delivered_at when 'RTS' then s.status_at end
    at time zone shop.time_zone)::date
from shop where shop.id = s.shop_id and s.booked_at is not null;
alter table shipment enable trigger user;

create table shipment_courier_day (
  shop_id text not null references shop,
  booked_day date not null,
  ended_day date,
  company text not null,
  status text not null,
  payment_status text not null,
  n integer not null,
  cod numeric(14, 2) not null
);
create unique index shipment_courier_day_kind on shipment_courier_day
  (shop_id, booked_day, ended_day, company, status, payment_status) nulls not distinct;
create index shipment_courier_day_ended on shipment_courier_day (shop_id, ended_day) where ended_day is not null;

-- The same by city, for the figures of one city.
create table shipment_courier_city_day (
  shop_id text not null references shop,
  destination_key text not null,
  booked_day date not null,
  ended_day date,
  company text not null,
  status text not null,
  payment_status text not null,
  n integer not null,
  cod numeric(14, 2) not null
);
create unique index shipment_courier_city_day_kind on shipment_courier_city_day
  (shop_id, destination_key, booked_day, ended_day, company, status, payment_status) nulls not distinct;

-- Cities compared: fewer rows than above.
create table shipment_city_day (
  shop_id text not null references shop,
  booked_day date not null,
  destination_key text not null,
  company text not null,
  status text not null,
  n integer not null,
  -- Sum of the days to deliver.
  days integer not null,
  primary key (shop_id, booked_day, destination_key, company, status)
);

create table shipment_staff_day (
  shop_id text not null references shop,
  booked_day date not null,
  user_id text not null,
  -- The person's tag at that time: their name once the person is deleted.
  booked_by text not null,
  status text not null,
  n integer not null,
  primary key (shop_id, booked_day, user_id, booked_by, status)
);
create index shipment_staff_day_user on shipment_staff_day (shop_id, user_id, booked_day);

-- Changes that the worker has not added to the tables above yet; readers add them up.
create table shipment_day_change (
  shop_id text not null references shop,
  id bigint generated always as identity,
  booked_day date not null,
  ended_day date,
  company text not null,
  destination_key text not null,
  user_id text not null,
  booked_by text not null,
  status text not null,
  payment_status text not null,
  n integer not null,
  cod numeric(14, 2) not null,
  primary key (shop_id, id)
);

insert into shipment_day_change
  (shop_id, booked_day, ended_day, company, destination_key, user_id, booked_by, status, payment_status, n, cod)
select shop_id, booked_day, ended_day, company, destination_key, coalesce(booked_by_user_id, ''), booked_by, status,
  payment_status, count(*), sum(cod)
from shipment where tracking_number is not null and booked_day is not null
group by 1, 2, 3, 4, 5, 6, 7, 8, 9;

create function count_shipment_days() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into shipment_day_change
      (shop_id, booked_day, ended_day, company, destination_key, user_id, booked_by, status, payment_status, n, cod)
    select shop_id, booked_day, ended_day, company, destination_key, coalesce(booked_by_user_id, ''), booked_by, status,
      payment_status, count(*), sum(cod)
    from new_rows where tracking_number is not null and booked_day is not null
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9;
  elsif tg_op = 'DELETE' then
    insert into shipment_day_change
      (shop_id, booked_day, ended_day, company, destination_key, user_id, booked_by, status, payment_status, n, cod)
    select shop_id, booked_day, ended_day, company, destination_key, coalesce(booked_by_user_id, ''), booked_by, status,
      payment_status, -count(*), -sum(cod)
    from old_rows where tracking_number is not null and booked_day is not null
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9;
  else
    insert into shipment_day_change
      (shop_id, booked_day, ended_day, company, destination_key, user_id, booked_by, status, payment_status, n, cod)
    select shop_id, booked_day, ended_day, company, destination_key, coalesce(booked_by_user_id, ''), booked_by, status,
      payment_status, sum(difference), sum(difference * cod)
    from (
      select shop_id, booked_day, ended_day, company, destination_key, booked_by_user_id, booked_by, status,
        payment_status, cod, 1 as difference
      from new_rows where tracking_number is not null and booked_day is not null
      union all
      select shop_id, booked_day, ended_day, company, destination_key, booked_by_user_id, booked_by, status,
        payment_status, cod, -1
      from old_rows where tracking_number is not null and booked_day is not null
    ) as changes
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9
    having sum(difference) <> 0 or sum(difference * cod) <> 0;
  end if;
  return null;
end $$;
create trigger count_shipment_days_on_insert after insert on shipment
  referencing new table as new_rows
  for each statement execute function count_shipment_days();
create trigger count_shipment_days_on_update after update on shipment
  referencing old table as old_rows new table as new_rows
  for each statement execute function count_shipment_days();
create trigger count_shipment_days_on_delete after delete on shipment
  referencing old table as old_rows
  for each statement execute function count_shipment_days();

-- Row-level security, as in 0013-rights.sql.
do $$
declare
  name text;
begin
  foreach name in array array[
    'shipment_courier_day', 'shipment_courier_city_day', 'shipment_city_day', 'shipment_staff_day',
    'shipment_day_change'
  ] loop
    execute format('alter table %I enable row level security', name);
    execute format(
      'create policy tenant on %I to courierdesk_tenant
         using (shop_id = current_setting(''app.shop_id'', true))
         with check (shop_id = current_setting(''app.shop_id'', true))', name);
    execute format('create policy across_shops on %I to courierdesk_system using (true) with check (true)', name);
    execute format('grant select, insert, update, delete on %I to courierdesk_tenant, courierdesk_system', name);
  end loop;
end $$;
