-- The authenticator app of a user: being set up until confirmed_at, in use from then on.
create table two_factor (
  shop_id text not null,
  user_id text not null,
  -- Encrypted with APP_SECRET.
  secret bytea not null,
  -- The session that sees the QR code. Only this session can confirm it.
  session_id text not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  -- The 30-second time step of the last accepted code. A code counts once, and no older one counts after it.
  last_step integer not null default 0,
  -- All recovery codes of the user are hashed with this salt.
  recovery_salt bytea,
  primary key (shop_id, user_id),
  foreign key (shop_id, user_id) references app_user on delete cascade
);

create table recovery_code (
  shop_id text not null,
  user_id text not null,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (shop_id, user_id, code_hash),
  foreign key (shop_id, user_id) references two_factor on delete cascade
);

do $$
declare
  name text;
begin
  foreach name in array array['two_factor', 'recovery_code'] loop
    execute format('alter table %I enable row level security', name);
    execute format(
      'create policy tenant on %I to courierdesk_tenant
         using (shop_id = current_setting(''app.shop_id'', true))
         with check (shop_id = current_setting(''app.shop_id'', true))',
      name);
    execute format(
      'create policy across_shops on %I to courierdesk_system using (true) with check (true)',
      name);
    execute format('grant select, insert, update, delete on %I to courierdesk_tenant, courierdesk_system', name);
  end loop;
end $$;

-- A token of the kind 'second-factor' belongs to a user whose password was right and whose code is missing.
alter table session drop constraint session_kind_check;
alter table session add constraint session_kind_check check (kind in ('session', 'exchange', 'second-factor'));

-- Staff who sign in after this time must set up two-factor before they can do anything else.
alter table shop_setting add two_factor_required_since timestamptz;

-- As before, and whether the user must set up two-factor first. FREE has no two-factor, so it requires none.
drop function find_session(text, bytea);
create function find_session(shop text, hash bytea)
returns table (
  session_id text, last_used_at timestamptz, user_id text, email text, first_name text, last_name text, phone text,
  role text, tag text, access_scopes text[], two_factor_enabled boolean, two_factor_missing boolean, shop_name text,
  shop_domain text, time_zone text, currency text
) language sql stable security definer set search_path = public, pg_temp as $$
  select s.id, s.last_used_at, u.id, u.email, u.first_name, u.last_name, u.phone, u.role, u.tag, u.access_scopes,
         u.two_factor_enabled,
         u.role = 'USER' and not u.two_factor_enabled
           and coalesce(s.created_at >= setting.two_factor_required_since, false)
           and coalesce(plan.plan <> 'FREE' and (plan.expires_at is null or plan.expires_at > now()), false),
         shop.name, shop.domain, shop.time_zone, shop.currency
  from session s
  join app_user u on u.shop_id = s.shop_id and u.id = s.user_id
  join shop on shop.id = s.shop_id
  left join shop_setting setting on setting.shop_id = s.shop_id
  left join subscription plan on plan.shop_id = s.shop_id
  where s.shop_id = $1 and s.token_hash = $2 and s.kind = 'session' and s.expires_at > now()
    and s.last_used_at > now() - interval '14 days' and u.is_active
$$;
grant create on schema public to courierdesk_system;
alter function find_session(text, bytea) owner to courierdesk_system;
revoke all on function find_session(text, bytea) from public;
grant execute on function find_session(text, bytea) to courierdesk_tenant;
revoke create on schema public from courierdesk_system;
