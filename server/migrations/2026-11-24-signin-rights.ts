import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statements of [idleSessions, publicNumbers, auditEvents, searchPaths])
    await sql.raw(statements).execute(db);
}

/** A session ends after 14 days without use. The last use is written at most once an hour. */
const idleSessions = `
alter table session add column last_used_at timestamptz not null default now();
drop function find_session(text, bytea);
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
grant create on schema public to courierdesk_system;
alter function find_session(text, bytea) owner to courierdesk_system;
revoke create on schema public from courierdesk_system;
revoke all on function find_session(text, bytea) from public;
grant execute on function find_session(text, bytea) to courierdesk_tenant;
`;

/**
 * Which shop's parcel the public page shows. A shop that booked the number is believed. An import proves nothing: a
 * number that several shops imported, and none of them booked, is shown for none of them.
 */
const publicNumbers = `
create or replace function shipment_by_number(number text)
returns table (shop_id text, shipment_id text) language sql stable security definer set search_path = public, pg_temp as $$
  select s.shop_id, s.id from shipment s
  where s.tracking_number = number and (
    s.origin = 'booked'
    or not exists (select from shipment o where o.tracking_number = number and o.shop_id <> s.shop_id)
  )
  order by s.origin, s.booked_at desc limit 1
$$;
`;

/**
 * The audit trail can be added to and read. Only the trail of a shop that has left can be erased, by a function with the
 * rights of the tables' owner.
 */
const auditEvents = `
revoke update, delete on audit_event from courierdesk_tenant, courierdesk_system;
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
`;

/** A temporary table must never stand in for one of ours: unnamed, pg_temp is searched first. */
const searchPaths = `
do $$
declare f regprocedure;
begin
  for f in
    select p.oid::regprocedure from pg_proc p
    where p.prosecdef and p.pronamespace = 'public'::regnamespace
      and not exists (
        select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e'
      )
  loop
    execute format('alter function %s set search_path = public, pg_temp', f);
  end loop;
end $$;
`;
