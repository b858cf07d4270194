-- Trigram and combined GIN indexes, for searches inside one shop.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

create table shop (
  id text primary key,
  domain text not null unique,
  platform text not null default 'shopify',
  name text not null,
  email text not null default '',
  owner_name text not null default '',
  phone text not null default '',
  address text not null default '',
  city text not null default '',
  primary_url text not null default '',
  time_zone text not null default 'Asia/Karachi',
  currency text not null default 'PKR',
  is_development boolean not null default false,
  installed_at timestamptz,
  uninstalled_at timestamptz,
  created_at timestamptz not null
);

create table shop_credential (
  shop_id text primary key references shop,
  access_token bytea not null,
  refresh_token bytea,
  access_expires_at timestamptz,
  refresh_expires_at timestamptz,
  scopes text not null,
  -- Set when the store refuses our access token. The next installation clears it.
  access_revoked_at timestamptz,
  -- Held while one process refreshes the token, so that no other does.
  lease_id text,
  lease_until timestamptz,
  updated_at timestamptz not null
);

create table shop_setting (
  shop_id text primary key references shop,
  free_shipping_value integer not null default 0,
  default_weight integer not null default 100,
  show_discount boolean not null default false,
  discount_name text not null default '',
  -- Tags for the store order, one for each shipment status. Empty: no tag.
  inprocess_tag text not null default '',
  delivered_tag text not null default '',
  cancelled_tag text not null default '',
  rts_tag text not null default '',
  mark_paid_in_store boolean not null default false,
  -- International digits without a plus, or empty.
  whatsapp_number text not null default ''
);

create table subscription (
  shop_id text primary key references shop,
  plan text not null check (plan in ('FREE', 'MONTHLY', 'YEARLY')),
  plan_id text,
  expires_at timestamptz,
  subscriber text,
  updated_at timestamptz not null
);

create table plan_usage (
  shop_id text not null references shop,
  month text not null,
  used integer not null default 0 check (used >= 0),
  primary key (shop_id, month)
);

create table app_user (
  shop_id text not null references shop,
  id text not null,
  email text not null,
  first_name text not null,
  last_name text not null,
  password_hash text,
  role text not null check (role in ('ADMIN', 'USER')),
  tag text not null,
  phone text not null default '',
  access_scopes text[] not null default '{}',
  is_active boolean not null default true,
  is_verified_user boolean not null default false,
  two_factor_enabled boolean not null default false,
  platform_user_id text,
  last_signed_in_at timestamptz,
  created_at timestamptz not null,
  primary key (shop_id, id)
);
create unique index app_user_email on app_user (shop_id, lower(email));
create unique index app_user_tag on app_user (shop_id, tag);
create unique index app_user_platform on app_user (shop_id, platform_user_id) where platform_user_id is not null;
-- Sign-in finds a person before the shop is known.
create index app_user_email_everywhere on app_user (lower(email));

create table session (
  shop_id text not null,
  id text not null,
  user_id text not null,
  kind text not null check (kind in ('session', 'exchange')),
  token_hash bytea not null,
  target text not null default '',
  ip text not null default '',
  user_agent text not null default '',
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Updated at most once an hour. A session ends after 14 days without use.
  last_used_at timestamptz not null default now(),
  used_at timestamptz,
  primary key (shop_id, id),
  foreign key (shop_id, user_id) references app_user on delete cascade
);
create unique index session_token on session (shop_id, token_hash);
create index session_of_user on session (shop_id, user_id);
create index session_expiry on session (expires_at);

create table audit_event (
  shop_id text not null,
  id text not null,
  at timestamptz not null,
  actor_kind text not null,
  actor_id text,
  actor_name text not null,
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  detail jsonb not null,
  ip text not null,
  request_id text not null,
  primary key (shop_id, id)
);
create index audit_event_subject on audit_event (shop_id, subject_kind, subject_id, id);

-- A sign-in or installation in progress. It belongs to no shop yet.
create table oauth_state (
  state_hash bytea primary key,
  domain text not null,
  kind text not null check (kind in ('install', 'person')),
  target text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

-- Columns as rate-limiter-flexible names them.
create table rate_limit (
  key text primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limit_expire on rate_limit (expire);
