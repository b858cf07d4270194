alter table app_user
  add province text not null default '',
  add address text not null default '',
  add city text not null default '',
  add country text not null default '',
  -- A deleted user keeps their row, with name and tag only: parcels and the audit trail go on naming them.
  add deleted_at timestamptz;

drop index app_user_email;
create unique index app_user_email on app_user (shop_id, lower(email)) where deleted_at is null;

-- "Booked by" filters ignore letter case. A deleted user's tag stays taken, so that no other user inherits their figures.
drop index app_user_tag;
create unique index app_user_tag on app_user (shop_id, lower(tag));

-- Links that we mail to users. Only the hash of the token is stored.
create table mailed_link (
  shop_id text not null,
  id text not null,
  user_id text not null,
  kind text not null check (kind in ('verify-email')),
  token_hash bytea not null,
  -- Where it was sent. It no longer counts once the user has another address.
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (shop_id, id),
  foreign key (shop_id, user_id) references app_user on delete cascade
);
create unique index mailed_link_token on mailed_link (shop_id, token_hash);
create index mailed_link_of_user on mailed_link (shop_id, user_id);
create index mailed_link_expiry on mailed_link (expires_at);

alter table mailed_link enable row level security;
create policy tenant on mailed_link to courierdesk_tenant
  using (shop_id = current_setting('app.shop_id', true))
  with check (shop_id = current_setting('app.shop_id', true));
create policy across_shops on mailed_link to courierdesk_system using (true) with check (true);
grant select, insert, update, delete on mailed_link to courierdesk_tenant, courierdesk_system;

-- As before, but by position: the parameter's name is now also the name of a column.
create or replace function users_by_email(address text)
returns table (
  shop_id text, user_id text, password_hash text, is_active boolean, is_verified_user boolean, last_signed_in_at timestamptz
) language sql stable security definer set search_path = public, pg_temp as $$
  select u.shop_id, u.id, u.password_hash, u.is_active, u.is_verified_user, u.last_signed_in_at
  from app_user u where lower(u.email) = lower($1) and u.deleted_at is null
  order by u.last_signed_in_at desc nulls last, u.shop_id limit 20
$$;
