-- A passkey (WebAuthn credential) of a user. We store its public key; the private key never leaves the device.
create table passkey (
  shop_id text not null,
  id text not null,
  user_id text not null,
  name text not null,
  -- How the browser names the passkey.
  credential_id bytea not null,
  public_key bytea not null,
  -- How often the device has signed. Zero for devices that do not count.
  counter bigint not null,
  -- How browsers reach the device, such as usb or internal.
  transports text[] not null,
  -- Whether it is copied to the person's other devices.
  is_synced boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (shop_id, id),
  foreign key (shop_id, user_id) references app_user on delete cascade
);
create index passkey_of_user on passkey (shop_id, user_id);
-- Sign-in finds a passkey before the shop is known.
create unique index passkey_credential on passkey (credential_id);

alter table passkey enable row level security;
create policy tenant on passkey to courierdesk_tenant
  using (shop_id = current_setting('app.shop_id', true))
  with check (shop_id = current_setting('app.shop_id', true));
create policy across_shops on passkey to courierdesk_system using (true) with check (true);
grant select, insert, update, delete on passkey to courierdesk_tenant, courierdesk_system;

-- A challenge that a passkey has to sign. It may belong to no shop yet.
create table passkey_challenge (
  challenge text primary key,
  purpose text not null check (purpose in ('sign-in', 'second-factor', 'confirm', 'create')),
  -- The session that it was made for; empty at sign-in.
  session_id text not null,
  expires_at timestamptz not null
);
create index passkey_challenge_expiry on passkey_challenge (expires_at);
grant select, insert, update, delete on passkey_challenge to courierdesk_tenant, courierdesk_system;

-- Whose passkey it is, for sign-in.
create function find_passkey_owner(credential bytea)
returns table (shop_id text, user_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select p.shop_id, p.user_id from passkey p where p.credential_id = $1
$$;
grant create on schema public to courierdesk_system;
alter function find_passkey_owner(bytea) owner to courierdesk_system;
revoke all on function find_passkey_owner(bytea) from public;
grant execute on function find_passkey_owner(bytea) to courierdesk_tenant;
revoke create on schema public from courierdesk_system;

-- Recovery codes now belong to the user: someone may use passkeys without an authenticator app.
-- All recovery codes of the user are hashed with this salt.
alter table app_user add recovery_salt bytea;
update app_user u set recovery_salt = t.recovery_salt
from two_factor t where t.shop_id = u.shop_id and t.user_id = u.id and t.confirmed_at is not null;
delete from recovery_code c where not exists (
  select from app_user u where u.shop_id = c.shop_id and u.id = c.user_id and u.recovery_salt is not null
);
alter table recovery_code drop constraint recovery_code_shop_id_user_id_fkey;
alter table recovery_code add foreign key (shop_id, user_id) references app_user on delete cascade;
alter table two_factor drop column recovery_salt;
