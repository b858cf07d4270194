-- Totals of the orders list without counting shipments: how many there are of each combination of filter values.
create table shipment_count (
  shop_id text not null references shop,
  -- Null: the sum of all cities, so that a total without a city filter reads few rows.
  destination_key text,
  status text not null,
  company text not null,
  payment_status text not null,
  tag text not null,
  booked_by text not null,
  n integer not null
);
create unique index shipment_count_kind on shipment_count
  (shop_id, destination_key, status, company, payment_status, tag, booked_by) nulls not distinct;

-- Changes that the worker has not added to shipment_count yet; readers add them up. Transactions append rows here instead
-- of updating a shared counter, so none waits for another.
create table shipment_count_change (
  shop_id text not null references shop,
  id bigint generated always as identity,
  destination_key text not null,
  status text not null,
  company text not null,
  payment_status text not null,
  tag text not null,
  booked_by text not null,
  n integer not null,
  primary key (shop_id, id)
);

create function count_shipments() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into shipment_count_change
      (shop_id, destination_key, status, company, payment_status, tag, booked_by, n)
    select shop_id, destination_key, status, company, payment_status, tag, booked_by, count(*)
    from new_rows where tracking_number is not null
    group by shop_id, destination_key, status, company, payment_status, tag, booked_by;
  elsif tg_op = 'DELETE' then
    insert into shipment_count_change
      (shop_id, destination_key, status, company, payment_status, tag, booked_by, n)
    select shop_id, destination_key, status, company, payment_status, tag, booked_by, -count(*)
    from old_rows where tracking_number is not null
    group by shop_id, destination_key, status, company, payment_status, tag, booked_by;
  else
    insert into shipment_count_change
      (shop_id, destination_key, status, company, payment_status, tag, booked_by, n)
    select shop_id, destination_key, status, company, payment_status, tag, booked_by, sum(difference)
    from (
      select shop_id, destination_key, status, company, payment_status, tag, booked_by, 1 as difference
      from new_rows where tracking_number is not null
      union all
      select shop_id, destination_key, status, company, payment_status, tag, booked_by, -1
      from old_rows where tracking_number is not null
    ) as changes
    group by shop_id, destination_key, status, company, payment_status, tag, booked_by
    having sum(difference) <> 0;
  end if;
  return null;
end $$;
create trigger count_shipments_on_insert after insert on shipment
  referencing new table as new_rows
  for each statement execute function count_shipments();
create trigger count_shipments_on_update after update on shipment
  referencing old table as old_rows new table as new_rows
  for each statement execute function count_shipments();
create trigger count_shipments_on_delete after delete on shipment
  referencing old table as old_rows
  for each statement execute function count_shipments();
