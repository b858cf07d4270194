alter table audit_event
  -- What people call the subject, as it was: an order name with its tracking number, a file name, a user's name.
  add subject_label text not null default '',
  add action_group text not null default 'bookings',
  -- Changed fields only: {"field": {"before": …, "after": …}}. Personal data is masked.
  add changes jsonb not null default '{}',
  add user_agent text not null default '';

update audit_event set
  actor_kind = case
    when actor_kind <> 'system' then actor_kind
    when actor_name = 'Store' then 'webhook'
    when actor_name = 'Courier' then 'courier'
    else 'job'
  end,
  action_group = case split_part(action, '.', 1)
    when 'labels' then 'documents' when 'load-sheet' then 'documents'
    when 'export' then 'data' when 'import' then 'data' when 'orders' then 'data'
    when 'user' then 'users'
    when 'session' then 'sign-in' when 'two-factor' then 'sign-in'
    when 'settings' then 'settings' when 'booking-rules' then 'settings' when 'order-view' then 'settings'
    when 'courier-account' then 'accounts' when 'courier-push' then 'accounts'
    when 'shop' then 'store' when 'customer' then 'store'
    else 'bookings'
  end;
alter table audit_event alter action_group drop default;
alter table audit_event add check (actor_kind in ('user', 'job', 'webhook', 'courier'));

-- Ids are sorted by time, so each index also sorts, and finds ranges of days.
drop index audit_event_subject;
create index audit_event_subject on audit_event (shop_id, subject_id, id);
create index audit_event_actor on audit_event (shop_id, (coalesce(actor_id, actor_kind)), id);
create index audit_event_group on audit_event (shop_id, action_group, id);
create index audit_event_age on audit_event using brin (at);

-- The print is recorded under the name of the person who asked for it.
alter table label_print
  add asked_ip text not null default '',
  add asked_user_agent text not null default '',
  add asked_request_id text not null default '';

-- What the words may mean, at most 500: shipments by order name, tracking number or consignee, users by name, email or
-- tag, courier accounts by name. As in 0014-functions.sql, it may use the index of the search, which needs 3 letters.
create function search_audit_subjects(words text)
returns setof text language sql stable security definer set search_path = public, pg_temp as $$
  with parcels as materialized (
    select s.id from shipment s
    where s.shop_id = current_setting('app.shop_id', true) and length(words) >= 3
      and s.search_text like '%' || lower(words) || '%'
  )
  (select p.id from parcels p order by p.id desc limit 400)
  union all
  (select u.id from app_user u
   where u.shop_id = current_setting('app.shop_id', true)
     and (lower(u.first_name || ' ' || u.last_name) like '%' || lower(words) || '%'
       or lower(u.email) like '%' || lower(words) || '%' or lower(u.tag) = lower(words))
   limit 50)
  union all
  (select a.id from courier_account a
   where a.shop_id = current_setting('app.shop_id', true) and lower(a.name) like '%' || lower(words) || '%'
   limit 50)
$$;
grant create on schema public to courierdesk_system;
alter function search_audit_subjects(text) owner to courierdesk_system;
revoke all on function search_audit_subjects(text) from public;
grant execute on function search_audit_subjects(text) to courierdesk_tenant;
revoke create on schema public from courierdesk_system;

-- Deletes events that are older than two years, and no others. Runs as the owner of the table, like erase_audit_events.
create function erase_old_audit_events(max_rows integer)
returns bigint language sql volatile security definer set search_path = public, pg_temp as $$
  with erased as (
    delete from audit_event where ctid = any(array(
      select e.ctid from audit_event e where e.at < now() - interval '2 years' limit max_rows
    ))
    returning 1
  )
  select count(*) from erased
$$;
revoke all on function erase_old_audit_events(integer) from public;
grant execute on function erase_old_audit_events(integer) to courierdesk_system;
