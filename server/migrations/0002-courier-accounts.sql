create table courier_account (
  shop_id text not null references shop,
  id text not null,
  company text not null,
  name text not null,
  is_default boolean not null default false,
  in_active boolean not null default false,
  weight integer not null,
  fields jsonb not null,
  secrets bytea not null,
  secrets_set text[] not null,
  version integer not null default 1,
  parallel_calls integer not null,
  last_success_at timestamptz,
  last_error_at timestamptz,
  last_error text not null default '',
  failures integer not null default 0,
  paused_until timestamptz,
  -- The next refresh of the courier's city list.
  cities_next_at timestamptz not null default now(),
  -- Tracking: one worker at a time, under a lease, asks for all due parcels of the account.
  track_next_at timestamptz not null default now(),
  track_lease_id text,
  track_lease_until timestamptz,
  track_failures integer not null default 0,
  last_checked_at timestamptz,
  -- Status updates that the courier sends to us: the token is part of the address.
  push_token text,
  push_secret bytea,
  last_push_at timestamptz,
  created_at timestamptz not null,
  primary key (shop_id, id)
);
create unique index courier_account_name on courier_account (shop_id, lower(name));
create unique index courier_account_default on courier_account (shop_id) where is_default;
create unique index courier_account_push on courier_account (shop_id, push_token) where push_token is not null;
create index courier_account_cities on courier_account (cities_next_at) where not in_active;
create index courier_account_tracking on courier_account (track_next_at);

-- Calls to couriers, running and waiting: one queue per account for all processes, so that parallel_calls holds across
-- them.
create table courier_call (
  shop_id text not null,
  account_id text not null,
  id text not null,
  place bigint generated always as identity,
  running boolean not null default false,
  lease_until timestamptz not null,
  primary key (shop_id, account_id, id),
  foreign key (shop_id, account_id) references courier_account on delete cascade
);

create table courier_city_list (
  shop_id text not null,
  account_id text not null,
  cities jsonb not null,
  fetched_at timestamptz not null,
  primary key (shop_id, account_id),
  foreign key (shop_id, account_id) references courier_account on delete cascade
);

-- A city that a person chose for a spelling, suggested again for the same spelling.
create table city_correction (
  shop_id text not null references shop,
  company text not null,
  spelling text not null,
  city_id text not null,
  city_name text not null,
  corrected_at timestamptz not null,
  primary key (shop_id, company, spelling)
);

-- Received status updates. Number, status and time as the courier wrote them: the same three are the same update.
create table courier_push (
  shop_id text not null,
  account_id text not null,
  tracking_number text not null,
  status text not null,
  happened text not null,
  received_at timestamptz not null,
  primary key (shop_id, account_id, tracking_number, status, happened),
  foreign key (shop_id, account_id) references courier_account on delete cascade
);
create index courier_push_received on courier_push (received_at);

-- Rules that choose the courier account of an order.
create table booking_rule_set (
  shop_id text primary key references shop,
  fallback_account_id text,
  revision integer not null,
  foreign key (shop_id, fallback_account_id) references courier_account
);

create table booking_rule (
  shop_id text not null,
  id text not null,
  position integer not null,
  name text not null,
  active boolean not null,
  -- As typed.
  cities text[] not null,
  payment text not null check (payment in ('any', 'cod', 'prepaid')),
  weight_from integer,
  weight_to integer,
  value_from integer,
  value_to integer,
  targets jsonb not null,
  primary key (shop_id, id),
  foreign key (shop_id) references booking_rule_set on delete cascade
);
