-- Triggers and functions that also run on Citus, where the rows of a shop are on one of several nodes (docs/cluster.md): a
-- statement may not read a transition table and one of our tables at once, nor compare with `case x when`; a foreign key may not set
-- its column to null; and a node's transaction numbers say nothing on another node.

create or replace function count_store_orders() returns trigger language plpgsql as $$
declare
  change record;
begin
  if tg_op = 'INSERT' then
    for change in select shop_id, count(*)::integer as n from new_rows where deleted_at is null group by 1 loop
      insert into store_order_count as counter (shop_id, n) values (change.shop_id, change.n)
      on conflict (shop_id) do update set n = counter.n + excluded.n;
    end loop;
  elsif tg_op = 'DELETE' then
    for change in select shop_id, count(*)::integer as n from old_rows where deleted_at is null group by 1 loop
      update store_order_count set n = n - change.n where shop_id = change.shop_id;
    end loop;
  else
    for change in
      select shop_id, sum(difference)::integer as n from (
        select shop_id, 1 as difference from new_rows where deleted_at is null
        union all
        select shop_id, -1 from old_rows where deleted_at is null
      ) as changes group by 1 having sum(difference) <> 0
    loop
      update store_order_count set n = n + change.n where shop_id = change.shop_id;
    end loop;
  end if;
  return null;
end $$;

create or replace function count_shipments() returns trigger language plpgsql as $$
declare
  change record;
begin
  if tg_op = 'INSERT' then
    for change in
      select shop_id, destination_key, status, company, payment_status, tag, booked_by, count(*)::integer as n
      from new_rows where tracking_number is not null group by 1, 2, 3, 4, 5, 6, 7
    loop
      insert into shipment_count_change (shop_id, destination_key, status, company, payment_status, tag, booked_by, n)
      values (change.shop_id, change.destination_key, change.status, change.company, change.payment_status, change.tag,
        change.booked_by, change.n);
    end loop;
  elsif tg_op = 'DELETE' then
    for change in
      select shop_id, destination_key, status, company, payment_status, tag, booked_by, -count(*)::integer as n
      from old_rows where tracking_number is not null group by 1, 2, 3, 4, 5, 6, 7
    loop
      insert into shipment_count_change (shop_id, destination_key, status, company, payment_status, tag, booked_by, n)
      values (change.shop_id, change.destination_key, change.status, change.company, change.payment_status, change.tag,
        change.booked_by, change.n);
    end loop;
  else
    for change in
      select shop_id, destination_key, status, company, payment_status, tag, booked_by, sum(difference)::integer as n
      from (
        select shop_id, destination_key, status, company, payment_status, tag, booked_by, 1 as difference
        from new_rows where tracking_number is not null
        union all
        select shop_id, destination_key, status, company, payment_status, tag, booked_by, -1
        from old_rows where tracking_number is not null
      ) as changes group by 1, 2, 3, 4, 5, 6, 7 having sum(difference) <> 0
    loop
      insert into shipment_count_change (shop_id, destination_key, status, company, payment_status, tag, booked_by, n)
      values (change.shop_id, change.destination_key, change.status, change.company, change.payment_status, change.tag,
        change.booked_by, change.n);
    end loop;
  end if;
  return null;
end $$;

create or replace function count_shipment_days() returns trigger language plpgsql as $$
declare
  change record;
begin
  if tg_op = 'INSERT' then
    for change in
      select shop_id, booked_day, ended_day, company, destination_key, coalesce(booked_by_user_id, '') as user_id, booked_by,
        status, payment_status, count(*)::integer as n, sum(cod) as cod
      from new_rows where tracking_number is not null and booked_day is not null group by 1, 2, 3, 4, 5, 6, 7, 8, 9
    loop
      insert into shipment_day_change
        (shop_id, booked_day, ended_day, company, destination_key, user_id, booked_by, status, payment_status, n, cod)
      values (change.shop_id, change.booked_day, change.ended_day, change.company, change.destination_key, change.user_id,
        change.booked_by, change.status, change.payment_status, change.n, change.cod);
    end loop;
  elsif tg_op = 'DELETE' then
    for change in
      select shop_id, booked_day, ended_day, company, destination_key, coalesce(booked_by_user_id, '') as user_id, booked_by,
        status, payment_status, -count(*)::integer as n, -sum(cod) as cod
      from old_rows where tracking_number is not null and booked_day is not null group by 1, 2, 3, 4, 5, 6, 7, 8, 9
    loop
      insert into shipment_day_change
        (shop_id, booked_day, ended_day, company, destination_key, user_id, booked_by, status, payment_status, n, cod)
      values (change.shop_id, change.booked_day, change.ended_day, change.company, change.destination_key, change.user_id,
        change.booked_by, change.status, change.payment_status, change.n, change.cod);
    end loop;
  else
    for change in
      select shop_id, booked_day, ended_day, company, destination_key, coalesce(booked_by_user_id, '') as user_id, booked_by,
        status, payment_status, sum(difference)::integer as n, sum(difference * cod) as cod
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
      having sum(difference) <> 0 or sum(difference * cod) <> 0
    loop
      insert into shipment_day_change
        (shop_id, booked_day, ended_day, company, destination_key, user_id, booked_by, status, payment_status, n, cod)
      values (change.shop_id, change.booked_day, change.ended_day, change.company, change.destination_key, change.user_id,
        change.booked_by, change.status, change.payment_status, change.n, change.cod);
    end loop;
  end if;
  return null;
end $$;

create or replace function settle_batch_row() returns trigger language plpgsql as $$
begin
  if new.booking_state = 'released' and old.booking_state <> 'uncertain' then return null; end if;
  if new.booking_state not in ('booked', 'uncertain', 'rejected', 'released') then return null; end if;
  update batch_row set
    state = case when new.booking_state in ('booked', 'uncertain') then new.booking_state else 'failed' end,
    code = case
      when new.booking_state = 'rejected' then 'courier-rejected'
      when new.booking_state = 'released' then 'courier-uncertain' end,
    message = '',
    due_at = null,
    ended_at = coalesce(new.booked_at, new.asked_at, new.claimed_at)
  where shop_id = new.shop_id and shipment_id = new.id;
  return null;
end $$;

-- A batch counts the transactions that change its rows, and a row has the number of the last one. The batch is locked until the
-- transaction ends, so a reader that has seen a number has seen all changes up to it. The column `changed` is for version 0.2.0.
alter table batch add changes integer not null default 0, add changed_in xid8;
alter table batch_row add change integer not null default 0;

create or replace function mark_row_changed() returns trigger language plpgsql as $$
declare
  this_one constant xid8 := pg_current_xact_id();
begin
  new.changed := this_one;
  update batch set changes = changes + 1, changed_in = this_one
  where shop_id = new.shop_id and id = new.batch_id and changed_in is distinct from this_one;
  select changes into new.change from batch where shop_id = new.shop_id and id = new.batch_id;
  return new;
end $$;

-- What names a row that is deleted forgets it. In place of `on delete set null`.
create function forget_file() returns trigger language plpgsql as $$
begin
  update order_export set file_id = null where shop_id = old.shop_id and file_id = old.id;
  update label_print set file_id = null where shop_id = old.shop_id and file_id = old.id;
  update load_sheet set file_id = null where shop_id = old.shop_id and file_id = old.id;
  update shipment_slip set file_id = null where shop_id = old.shop_id and file_id = old.id;
  return old;
end $$;
create trigger forget_file before delete on stored_file for each row execute function forget_file();

create function forget_mail() returns trigger language plpgsql as $$
begin
  update order_export set mail_id = null where shop_id = old.shop_id and mail_id = old.id;
  return old;
end $$;
create trigger forget_mail before delete on mail for each row execute function forget_mail();

create function forget_account() returns trigger language plpgsql as $$
begin
  update store_order set assigned_account_id = null where shop_id = old.shop_id and assigned_account_id = old.id;
  return old;
end $$;
create trigger forget_account before delete on courier_account for each row execute function forget_account();

create function forget_shipment() returns trigger language plpgsql as $$
begin
  update batch_row set shipment_id = null where shop_id = old.shop_id and shipment_id = old.id;
  return old;
end $$;
create trigger forget_shipment before delete on shipment for each row execute function forget_shipment();

alter table store_order drop constraint store_order_shop_id_assigned_account_id_fkey,
  add foreign key (shop_id, assigned_account_id) references courier_account;
alter table label_print drop constraint label_print_shop_id_file_id_fkey,
  add foreign key (shop_id, file_id) references stored_file;
alter table load_sheet drop constraint load_sheet_shop_id_file_id_fkey,
  add foreign key (shop_id, file_id) references stored_file;
alter table shipment_slip drop constraint shipment_slip_shop_id_file_id_fkey,
  add foreign key (shop_id, file_id) references stored_file;
alter table order_export drop constraint order_export_shop_id_file_id_fkey, drop constraint order_export_shop_id_mail_id_fkey,
  add foreign key (shop_id, file_id) references stored_file, add foreign key (shop_id, mail_id) references mail;
alter table batch_row drop constraint batch_row_shop_id_shipment_id_fkey,
  add foreign key (shop_id, shipment_id) references shipment;

-- By key: a cluster cannot delete by ctid.
create or replace function erase_audit_events(shop text, max_rows integer)
returns bigint language sql volatile security definer set search_path = public, pg_temp as $$
  with erased as (
    delete from audit_event where shop_id = shop and id = any(array(
      select e.id from audit_event e
      where e.shop_id = shop and exists (select from shop s where s.id = shop and s.uninstalled_at is not null)
      limit max_rows
    ))
    returning 1
  )
  select count(*) from erased
$$;

create or replace function erase_old_audit_events(max_rows integer)
returns bigint language sql volatile security definer set search_path = public, pg_temp as $$
  with erased as (
    delete from audit_event where (shop_id, id) in (
      select e.shop_id, e.id from audit_event e where e.at < now() - interval '2 years' limit max_rows
    )
    returning 1
  )
  select count(*) from erased
$$;

create or replace function shipment_by_number(number text)
returns table (shop_id text, shipment_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  with found as materialized (
    select s.shop_id, s.id, s.origin, s.booked_at from shipment s where s.tracking_number = number
  )
  select f.shop_id, f.id from found f
  where f.origin = 'booked' or (select count(distinct o.shop_id) from found o) = 1
  order by f.origin, f.booked_at desc limit 1
$$;

-- At sign-in a device names shop and user, so a passkey is looked up in its shop. The index across shops is for version 0.2.0, and
-- `npm run distribute` drops it.
create unique index passkey_credential_of_shop on passkey (shop_id, credential_id);
