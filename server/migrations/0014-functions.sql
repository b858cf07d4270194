-- Functions with rights of their own (security definer). Each names its search_path, with pg_temp last: otherwise a
-- temporary table could replace one of ours.

-- Look-ups before the shop is known.

create function find_session(shop text, hash bytea)
returns table (
  session_id text, last_used_at timestamptz, user_id text, email text, first_name text, last_name text, phone text,
  role text, tag text, access_scopes text[], two_factor_enabled boolean, shop_name text, shop_domain text,
  time_zone text, currency text
) language sql stable security definer set search_path = public, pg_temp as $$
  select s.id, s.last_used_at, u.id, u.email, u.first_name, u.last_name, u.phone, u.role, u.tag, u.access_scopes,
         u.two_factor_enabled, shop.name, shop.domain, shop.time_zone, shop.currency
  from session s
  join app_user u on u.shop_id = s.shop_id and u.id = s.user_id
  join shop on shop.id = s.shop_id
  where s.shop_id = $1 and s.token_hash = $2 and s.kind = 'session' and s.expires_at > now()
    and s.last_used_at > now() - interval '14 days' and u.is_active
$$;

create function users_by_email(address text)
returns table (
  shop_id text, user_id text, password_hash text, is_active boolean, is_verified_user boolean, last_signed_in_at timestamptz
) language sql stable security definer set search_path = public, pg_temp as $$
  select shop_id, id, password_hash, is_active, is_verified_user, last_signed_in_at
  from app_user where lower(email) = lower(address)
  order by last_signed_in_at desc nulls last, shop_id limit 20
$$;

create function shop_by_domain(store text)
returns table (shop_id text, installed boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select id, uninstalled_at is null and installed_at is not null from shop where domain = store
$$;

-- Whose parcel the public tracking page shows. A shop that booked the number comes first. An import proves nothing: a number
-- that several shops imported, and none of them booked, is shown for none of them.
create function shipment_by_number(number text)
returns table (shop_id text, shipment_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.shop_id, s.id from shipment s
  where s.tracking_number = number and (
    s.origin = 'booked'
    or not exists (select from shipment o where o.tracking_number = number and o.shop_id <> s.shop_id)
  )
  order by s.origin, s.booked_at desc limit 1
$$;

-- Searches in the shop of the setting app.shop_id. Under row-level security they could not use their index, because LIKE
-- and array operators are not leakproof.

create function search_shipments(words text)
returns setof text language sql stable security definer set search_path = public, pg_temp as $$
  select id from shipment
  where shop_id = current_setting('app.shop_id', true) and search_text like '%' || lower(words) || '%'
    and tracking_number is not null
$$;

create function search_store_orders(words text)
returns setof text language sql stable security definer set search_path = public, pg_temp as $$
  select id from store_order
  where shop_id = current_setting('app.shop_id', true) and search_text like '%' || lower(words) || '%'
$$;

create function tagged_store_orders(wanted text)
returns setof text language sql stable security definer set search_path = public, pg_temp as $$
  select id from store_order
  where shop_id = current_setting('app.shop_id', true) and tag_keys @> array[lower(wanted)]
$$;

-- All of the above run as courierdesk_system. It may own functions here only while this migration runs.
grant create on schema public to courierdesk_system;
do $$
declare name regprocedure;
begin
  foreach name in array array[
    'find_session(text, bytea)', 'users_by_email(text)', 'shop_by_domain(text)', 'shipment_by_number(text)',
    'search_shipments(text)', 'search_store_orders(text)', 'tagged_store_orders(text)'
  ]::regprocedure[] loop
    execute format('alter function %s owner to courierdesk_system', name);
    execute format('revoke all on function %s from public', name);
    execute format('grant execute on function %s to courierdesk_tenant', name);
  end loop;
end $$;
revoke create on schema public from courierdesk_system;

-- The only way to delete audit events, for shops that have uninstalled. Runs as the owner of the tables.
create function erase_audit_events(shop text, max_rows integer)
returns bigint language sql volatile security definer set search_path = public, pg_temp as $$
  with erased as (
    delete from audit_event where ctid = any(array(
      select e.ctid from audit_event e
      join shop s on s.id = e.shop_id and s.uninstalled_at is not null
      where e.shop_id = shop limit max_rows
    ))
    returning 1
  )
  select count(*) from erased
$$;
revoke all on function erase_audit_events(text, integer) from public;
grant execute on function erase_audit_events(text, integer) to courierdesk_system;

-- Rolls back a transaction whose COMMIT has already been sent, if an update did not match exactly one row
-- (dropped in 0242).
create function assert_one_row(n bigint) returns boolean language plpgsql as $$
begin
  if n <> 1 then raise exception 'expected exactly one row, got %', n using errcode = 'CD001'; end if;
  return true;
end $$;
