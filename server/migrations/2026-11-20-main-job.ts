import { sql, type Kysely } from 'kysely';

/** Tables that hold rows of shops. Each has `shop_id` and row-level security. */
const tenantTables = [
  'shop_credential',
  'app_user',
  'session',
  'subscription',
  'plan_usage',
  'shop_setting',
  'courier_account',
  'courier_slot',
  'courier_city_list',
  'city_correction',
  'store_sync',
  'store_order',
  'store_order_count',
  'webhook_inbox',
  'shipment',
  'shipment_order',
  'shipment_event',
  'shipment_history',
  'shipment_count',
  'idempotency_key',
  'late_consignment',
  'attention',
  'wanted_store_state',
  'audit_event',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(db);
  await sql.raw(shipmentCounters).execute(db);
  await sql.raw(storeOrderCounter).execute(db);
  await sql.raw(heldOrders).execute(db);
  for (const table of ['shop', ...tenantTables]) await sql.raw(rowLevelSecurity(table)).execute(db);
  await sql.raw(lookups).execute(db);
}

const tables = `
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
  -- Set when the store withdrew our access; cleared by the next installation.
  refused_at timestamptz,
  -- One refresh at a time, across processes.
  lease_id text,
  lease_until timestamptz,
  updated_at timestamptz not null
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
  used_at timestamptz,
  primary key (shop_id, id),
  foreign key (shop_id, user_id) references app_user on delete cascade
);
create unique index session_token on session (shop_id, token_hash);
create index session_of_user on session (shop_id, user_id);
create index session_expiry on session (expires_at);

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

create table shop_setting (
  shop_id text primary key references shop,
  free_shipping_value integer not null default 0,
  default_weight integer not null default 100,
  show_discount boolean not null default false,
  discount_name text not null default ''
);

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
  -- When the courier is next asked for its cities.
  cities_next_at timestamptz not null default now(),
  created_at timestamptz not null,
  primary key (shop_id, id)
);
create index courier_account_cities on courier_account (cities_next_at) where not in_active;
create unique index courier_account_default on courier_account (shop_id) where is_default;
create unique index courier_account_name on courier_account (shop_id, lower(name));

create table courier_slot (
  shop_id text not null,
  account_id text not null,
  slot integer not null,
  holder text,
  lease_until timestamptz,
  primary key (shop_id, account_id, slot),
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

create table city_correction (
  shop_id text not null references shop,
  company text not null,
  spelling text not null,
  city_id text not null,
  city_name text not null,
  corrected_at timestamptz not null,
  primary key (shop_id, company, spelling)
);

create table store_sync (
  shop_id text primary key references shop,
  high_water timestamptz,
  mirrored_at timestamptz,
  backfill_operation text,
  backfill_since timestamptz,
  webhooks_checked_at timestamptz,
  next_at timestamptz not null,
  lease_until timestamptz,
  lease_id text,
  failures integer not null default 0,
  last_error text not null default ''
);
create index store_sync_due on store_sync (next_at);

create table store_order (
  shop_id text not null references shop,
  id text not null,
  platform_order_id text not null,
  name text not null,
  number integer not null,
  placed_at timestamptz not null,
  updated_at timestamptz not null,
  mirrored_at timestamptz not null,
  cancelled_at timestamptz,
  closed_at timestamptz,
  deleted_at timestamptz,
  test boolean not null,
  tags text[] not null,
  note text not null,
  currency text not null,
  financial_status text not null,
  fulfilment_status text not null,
  requires_shipping boolean not null,
  gateways text[] not null,
  discount_codes text[] not null,
  subtotal numeric(12, 2) not null,
  shipping_price numeric(12, 2) not null,
  discounts numeric(12, 2) not null,
  tax numeric(12, 2) not null,
  total numeric(12, 2) not null,
  outstanding numeric(12, 2) not null,
  email text not null,
  customer_name text not null,
  phone_as_written text not null,
  phone text not null,
  phone2 text not null,
  address text not null,
  city text not null,
  province text not null,
  zip text not null,
  country text not null,
  lines jsonb not null,
  to_ship integer not null,
  problems text[] not null,
  version text not null,
  search_text text not null,
  -- A shipment holds this order; kept by a trigger on shipment_order.
  held boolean not null default false,
  primary key (shop_id, id)
);
create unique index store_order_platform on store_order (shop_id, platform_order_id);
create index store_order_newest on store_order (shop_id, placed_at desc, id desc);
create index store_order_open on store_order (shop_id, placed_at desc, id desc)
  where cancelled_at is null and deleted_at is null and to_ship > 0 and not held;
create index store_order_open_cities on store_order (shop_id, city) include (problems)
  where cancelled_at is null and deleted_at is null and to_ship > 0 and not held;
create index store_order_phone on store_order (shop_id, phone);
create index store_order_name on store_order (shop_id, name);
create index store_order_search on store_order using gin (shop_id, search_text gin_trgm_ops);

create table store_order_count (
  shop_id text primary key references shop,
  n integer not null
);

create table webhook_inbox (
  shop_id text not null references shop,
  id text not null,
  webhook_id text not null,
  topic text not null,
  platform_order_id text,
  payload jsonb not null,
  triggered_at timestamptz,
  received_at timestamptz not null,
  next_at timestamptz,
  lease_until timestamptz,
  tries integer not null default 0,
  processed_at timestamptz,
  error text not null default '',
  primary key (shop_id, id)
);
create unique index webhook_inbox_delivery on webhook_inbox (shop_id, webhook_id);
create index webhook_inbox_due on webhook_inbox (next_at) where processed_at is null;
create index webhook_inbox_open on webhook_inbox (shop_id, platform_order_id) where processed_at is null;
create index webhook_inbox_received on webhook_inbox (received_at);

create table shipment (
  shop_id text not null references shop,
  id text not null,
  account_id text not null,
  company text not null,
  reference text not null,
  booking_state text not null check (booking_state in
    ('claimed', 'asking', 'uncertain', 'booked', 'rejected', 'released', 'cancelling')),
  status text not null default 'FULFILLED' check (status in ('FULFILLED', 'INPROCESS', 'DELIVERED', 'CANCELLED', 'RTS')),
  final boolean not null default false,
  courier_live boolean not null default false,
  status_text text not null default '',
  tracking_number text,
  label_url text,
  order_name text not null,
  tag text not null default '',
  cod numeric(12, 2) not null,
  weight integer not null,
  pieces integer not null,
  consignee_name text not null,
  consignee_email text not null,
  consignee_phone text not null,
  consignee_phone2 text not null,
  consignee_phone3 text not null,
  consignee_address text not null,
  city text not null,
  destination_city text not null,
  -- A stored column: lower() is not leakproof, so an index on it would be kept from tenants.
  destination_key text not null generated always as (lower(destination_city)) stored,
  destination_city_id text not null,
  products_list text not null,
  remarks text not null,
  payment_status text not null check (payment_status in ('UNPAID', 'PAID')),
  booked_by text not null,
  booked_by_user_id text,
  notify_customer boolean not null,
  -- The attempt: every write after asking is conditional on attempt_id.
  attempt_id text,
  claimed_at timestamptz not null,
  asked_at timestamptz,
  lease_until timestamptz,
  answer text not null default '',
  plan_month text,
  looks integer not null default 0,
  next_look_at timestamptz,
  watch_until timestamptz,
  cancel_when_found boolean not null default false,
  -- Cancelling: which steps are done, and when to go on.
  cancel_asked_at timestamptz,
  cancel_attempt_id text,
  cancel_courier_done boolean not null default false,
  cancel_next_at timestamptz,
  cancel_tries integer not null default 0,
  cancelled_by text,
  booked_at timestamptz,
  delivered_at timestamptz,
  cancelled_at timestamptz,
  status_at timestamptz,
  expected_at timestamptz,
  last_tracked_at timestamptz,
  next_track_at timestamptz,
  track_lease_until timestamptz,
  needs_attention boolean not null default false,
  search_text text not null,
  created_at timestamptz not null,
  primary key (shop_id, id),
  foreign key (shop_id, account_id) references courier_account
);
create unique index shipment_reference on shipment (shop_id, reference);
create unique index shipment_number on shipment (shop_id, company, tracking_number) where tracking_number is not null;
create index shipment_number_everywhere on shipment (tracking_number) where tracking_number is not null;
create index shipment_newest on shipment (shop_id, booked_at desc, id desc) where tracking_number is not null;
create index shipment_status on shipment (shop_id, status, booked_at desc, id desc) where tracking_number is not null;
create index shipment_company on shipment (shop_id, company, booked_at desc, id desc) where tracking_number is not null;
create index shipment_payment on shipment (shop_id, payment_status, booked_at desc, id desc) where tracking_number is not null;
create index shipment_destination on shipment (shop_id, destination_key, booked_at desc, id desc)
  where tracking_number is not null;
create index shipment_booked_by on shipment (shop_id, booked_by, booked_at desc, id desc) where tracking_number is not null;
create index shipment_tag on shipment (shop_id, tag, booked_at desc, id desc) where tracking_number is not null and tag <> '';
create index shipment_phone on shipment (shop_id, consignee_phone, booked_at desc, id desc) where tracking_number is not null;
create index shipment_delivered on shipment (shop_id, delivered_at desc, id desc) where delivered_at is not null;
create index shipment_search on shipment using gin (shop_id, search_text gin_trgm_ops);
create index shipment_asking on shipment (lease_until) where booking_state in ('claimed', 'asking');
create index shipment_looking on shipment (next_look_at) where next_look_at is not null;
create index shipment_cancelling on shipment (cancel_next_at) where booking_state = 'cancelling';
create index shipment_tracking on shipment (next_track_at) where next_track_at is not null;

create table shipment_order (
  shop_id text not null,
  shipment_id text not null,
  store_order_id text not null,
  holds boolean not null,
  position integer not null,
  lines jsonb not null,
  store_version text not null,
  store_copy jsonb not null,
  primary key (shop_id, shipment_id, store_order_id),
  foreign key (shop_id, shipment_id) references shipment on delete cascade,
  foreign key (shop_id, store_order_id) references store_order
);
create unique index shipment_order_held on shipment_order (shop_id, store_order_id) where holds;
create index shipment_order_order on shipment_order (shop_id, store_order_id);

create table shipment_event (
  shop_id text not null,
  shipment_id text not null,
  id text not null,
  at timestamptz not null,
  text text not null,
  code text not null,
  location text not null,
  detail text not null,
  recorded_at timestamptz not null,
  primary key (shop_id, shipment_id, id),
  foreign key (shop_id, shipment_id) references shipment on delete cascade
);

create table shipment_history (
  shop_id text not null,
  shipment_id text not null,
  id text not null,
  at timestamptz not null,
  who text not null,
  what text not null,
  primary key (shop_id, shipment_id, id),
  foreign key (shop_id, shipment_id) references shipment on delete cascade
);

create table idempotency_key (
  shop_id text not null,
  key text not null,
  body_hash text not null,
  shipment_id text not null,
  created_at timestamptz not null,
  primary key (shop_id, key),
  foreign key (shop_id, shipment_id) references shipment on delete cascade
);
create index idempotency_key_age on idempotency_key (created_at);

create table late_consignment (
  shop_id text not null,
  id text not null,
  shipment_id text not null,
  tracking_number text not null,
  source text not null,
  state text not null check (state in ('open', 'kept', 'cancelled', 'dismissed')),
  found_at timestamptz not null,
  closed_at timestamptz,
  primary key (shop_id, id),
  foreign key (shop_id, shipment_id) references shipment on delete cascade
);
create unique index late_consignment_number on late_consignment (shop_id, shipment_id, tracking_number);

create table attention (
  shop_id text not null,
  id text not null,
  shipment_id text not null,
  kind text not null,
  detail jsonb not null,
  opened_at timestamptz not null,
  closed_at timestamptz,
  closed_by text,
  primary key (shop_id, id),
  foreign key (shop_id, shipment_id) references shipment on delete cascade
);
create unique index attention_open on attention (shop_id, shipment_id, kind) where closed_at is null;
create index attention_oldest on attention (shop_id, opened_at, id) where closed_at is null;

create table wanted_store_state (
  shop_id text not null,
  store_order_id text not null,
  version integer not null,
  shipment_id text not null,
  fulfilled boolean not null,
  tracking_number text,
  company text not null,
  lines jsonb not null,
  notify_customer boolean not null,
  unwanted_numbers text[] not null,
  done_version integer not null,
  state text not null check (state in ('due', 'done', 'failed', 'conflict')),
  next_at timestamptz,
  lease_id text,
  lease_until timestamptz,
  tries integer not null default 0,
  message text not null default '',
  updated_at timestamptz not null,
  primary key (shop_id, store_order_id),
  foreign key (shop_id, store_order_id) references store_order,
  foreign key (shop_id, shipment_id) references shipment
);
create index wanted_store_state_due on wanted_store_state (next_at) where state = 'due';
create index wanted_store_state_shipment on wanted_store_state (shop_id, shipment_id);

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

create table oauth_state (
  state_hash bytea primary key,
  domain text not null,
  kind text not null check (kind in ('install', 'person')),
  target text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

create table rate_limit (
  key text primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limit_expire on rate_limit (expire);
grant select, insert, update, delete on oauth_state, rate_limit to courierdesk_tenant;
grant select, insert, update, delete on oauth_state, rate_limit to courierdesk_system;
`;

/**
 * Totals without counting rows: each statement that changes shipments appends its differences, readers add them up,
 * and the worker folds them together. Appending never waits for another transaction, as updating one counter would.
 */
const shipmentCounters = `
create table shipment_count (
  shop_id text not null references shop,
  id bigint generated always as identity,
  status text not null,
  n integer not null,
  primary key (shop_id, id)
);
create index shipment_count_sum on shipment_count (shop_id, status) include (n);

create function count_shipments() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into shipment_count (shop_id, status, n)
    select shop_id, status, count(*) from new_rows where tracking_number is not null group by 1, 2;
  elsif tg_op = 'DELETE' then
    insert into shipment_count (shop_id, status, n)
    select shop_id, status, -count(*) from old_rows where tracking_number is not null group by 1, 2;
  else
    insert into shipment_count (shop_id, status, n)
    select shop_id, status, sum(difference) from (
      select shop_id, status, 1 as difference from new_rows where tracking_number is not null
      union all
      select shop_id, status, -1 from old_rows where tracking_number is not null
    ) as changes group by 1, 2 having sum(difference) <> 0;
  end if;
  return null;
end $$;
create trigger shipment_inserted after insert on shipment referencing new table as new_rows
  for each statement execute function count_shipments();
create trigger shipment_updated after update on shipment referencing old table as old_rows new table as new_rows
  for each statement execute function count_shipments();
create trigger shipment_deleted after delete on shipment referencing old table as old_rows
  for each statement execute function count_shipments();
`;

/** How many store orders a shop has: they come one by one, so that one row per shop is enough. */
const storeOrderCounter = `
create function count_store_orders() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into store_order_count as counter (shop_id, n)
    select shop_id, count(*) from new_rows where deleted_at is null group by 1
    on conflict (shop_id) do update set n = counter.n + excluded.n;
  elsif tg_op = 'DELETE' then
    update store_order_count as counter set n = counter.n - gone.n
    from (select shop_id, count(*)::integer as n from old_rows where deleted_at is null group by 1) as gone
    where counter.shop_id = gone.shop_id;
  else
    update store_order_count as counter set n = counter.n + change.n
    from (
      select shop_id, sum(difference)::integer as n from (
        select shop_id, 1 as difference from new_rows where deleted_at is null
        union all
        select shop_id, -1 from old_rows where deleted_at is null
      ) as changes group by 1 having sum(difference) <> 0
    ) as change
    where counter.shop_id = change.shop_id;
  end if;
  return null;
end $$;
create trigger store_order_inserted after insert on store_order referencing new table as new_rows
  for each statement execute function count_store_orders();
create trigger store_order_updated after update on store_order referencing old table as old_rows new table as new_rows
  for each statement execute function count_store_orders();
create trigger store_order_deleted after delete on store_order referencing old table as old_rows
  for each statement execute function count_store_orders();
`;

/** An order shows by itself whether a shipment holds it, so that the list of those to book needs no look elsewhere. */
const heldOrders = `
create function mark_held_orders() returns trigger language plpgsql as $$
begin
  update store_order as o set held = now.held
  from (
    select c.shop_id, c.store_order_id, exists (
      select 1 from shipment_order as h
      where h.shop_id = c.shop_id and h.store_order_id = c.store_order_id and h.holds
    ) as held
    from (select distinct shop_id, store_order_id from changed) as c
  ) as now
  where o.shop_id = now.shop_id and o.id = now.store_order_id and o.held <> now.held;
  return null;
end $$;
create trigger shipment_order_inserted after insert on shipment_order referencing new table as changed
  for each statement execute function mark_held_orders();
create trigger shipment_order_updated after update on shipment_order referencing new table as changed
  for each statement execute function mark_held_orders();
create trigger shipment_order_deleted after delete on shipment_order referencing old table as changed
  for each statement execute function mark_held_orders();
`;

const rowLevelSecurity = (table: string): string => {
  const column = table === 'shop' ? 'id' : 'shop_id';
  return `
alter table ${table} enable row level security;
create policy tenant on ${table} to courierdesk_tenant
  using (${column} = current_setting('app.shop_id', true))
  with check (${column} = current_setting('app.shop_id', true));
create policy across_shops on ${table} to courierdesk_system using (true) with check (true);
grant select, insert, update, delete on ${table} to courierdesk_tenant, courierdesk_system;
`;
};

/**
 * Look-ups made before the shop is known, and searches that row-level security would keep from their index.
 * They run with the rights of courierdesk_system; the searches take the shop from the setting.
 */
const lookups = `
create function find_session(shop text, hash bytea)
returns table (
  session_id text, user_id text, email text, first_name text, last_name text, phone text, role text, tag text,
  access_scopes text[], two_factor_enabled boolean, shop_name text, shop_domain text, time_zone text, currency text
) language sql stable security definer set search_path = public as $$
  select s.id, u.id, u.email, u.first_name, u.last_name, u.phone, u.role, u.tag, u.access_scopes, u.two_factor_enabled,
         shop.name, shop.domain, shop.time_zone, shop.currency
  from session s
  join app_user u on u.shop_id = s.shop_id and u.id = s.user_id
  join shop on shop.id = s.shop_id
  where s.shop_id = $1 and s.token_hash = $2 and s.kind = 'session' and s.expires_at > now() and u.is_active
$$;

create function users_by_email(address text)
returns table (
  shop_id text, user_id text, password_hash text, is_active boolean, is_verified_user boolean, last_signed_in_at timestamptz
) language sql stable security definer set search_path = public as $$
  select shop_id, id, password_hash, is_active, is_verified_user, last_signed_in_at
  from app_user where lower(email) = lower(address)
  order by last_signed_in_at desc nulls last, shop_id limit 20
$$;

create function shop_by_domain(store text)
returns table (shop_id text, installed boolean) language sql stable security definer set search_path = public as $$
  select id, uninstalled_at is null and installed_at is not null from shop where domain = store
$$;

create function shipment_by_number(number text)
returns table (shop_id text, shipment_id text) language sql stable security definer set search_path = public as $$
  select shop_id, id from shipment where tracking_number = number order by booked_at desc limit 1
$$;

create function search_shipments(words text)
returns setof text language sql stable security definer set search_path = public as $$
  select id from shipment
  where shop_id = current_setting('app.shop_id', true) and search_text like '%' || lower(words) || '%'
    and tracking_number is not null
$$;

create function search_store_orders(words text)
returns setof text language sql stable security definer set search_path = public as $$
  select id from store_order
  where shop_id = current_setting('app.shop_id', true) and search_text like '%' || lower(words) || '%'
$$;

do $$
declare f text;
begin
  grant create on schema public to courierdesk_system;
  foreach f in array array[
    'find_session(text, bytea)', 'users_by_email(text)', 'shop_by_domain(text)', 'shipment_by_number(text)',
    'search_shipments(text)', 'search_store_orders(text)'
  ] loop
    execute format('alter function %s owner to courierdesk_system', f);
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to courierdesk_tenant', f);
  end loop;
  revoke create on schema public from courierdesk_system;
end $$;
`;
