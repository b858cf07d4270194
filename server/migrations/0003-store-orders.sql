-- How far a shop's store orders have been copied.
create table store_sync (
  shop_id text primary key references shop,
  changes_read_until timestamptz,
  mirrored_at timestamptz,
  backfill_operation text,
  backfill_since timestamptz,
  webhooks_checked_at timestamptz,
  next_at timestamptz not null,
  lease_id text,
  lease_until timestamptz,
  failures integer not null default 0,
  last_error text not null default ''
);
create index store_sync_due on store_sync (next_at);

create function lower_all(texts text[]) returns text[] language sql immutable parallel safe as $$
  select array(select lower(one) from unnest(texts) as one)
$$;

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
  -- Grams, as the store gives them; 0 when it gives none.
  weight integer not null default 0,
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
  -- Units that still have to be shipped, and their grams.
  to_ship integer not null,
  store_weight integer not null default 0,
  problems text[] not null,
  version text not null,
  search_text text not null,
  -- A person chose this courier account, ahead of the booking rules.
  assigned_account_id text,
  -- Kept by triggers (0004-shipments.sql), so that the list needs no join. held: a shipment holds the order.
  -- void_needed: M&P still has the number of a booking that was cancelled here.
  held boolean not null default false,
  void_needed boolean not null default false,
  -- Stored for filters and sorting. Under row-level security, an index serves only comparisons that are leakproof: those of
  -- numeric values and of lower() are not. cod: whole rupees that the courier collects, rounded half up.
  cod bigint not null generated always as (floor(greatest(outstanding, 0) + 0.5)::bigint) stored,
  total_paisa bigint not null generated always as ((total * 100)::bigint) stored,
  city_key text not null generated always as (lower(city)) stored,
  tag_keys text[] not null generated always as (lower_all(tags)) stored,
  primary key (shop_id, id),
  foreign key (shop_id, assigned_account_id) references courier_account on delete set null (assigned_account_id)
);
create unique index store_order_platform on store_order (shop_id, platform_order_id);
create index store_order_name on store_order (shop_id, name);
create index store_order_phone on store_order (shop_id, phone);
create index store_order_search on store_order using gin (shop_id, search_text gin_trgm_ops);
create index store_order_tags on store_order using gin (shop_id, tag_keys);

-- All orders, by each sort of the list.
create index store_order_newest on store_order (shop_id, placed_at desc, id desc);
create index store_order_total on store_order (shop_id, total_paisa, id) where deleted_at is null;
create index store_order_city on store_order (shop_id, city_key, placed_at, id) where deleted_at is null;

-- Orders that wait for booking, by each sort of the list. The included columns are the list's filters.
create index store_order_open on store_order (shop_id, placed_at, id)
  include (city, problems, void_needed, cod, total_paisa, assigned_account_id)
  where cancelled_at is null and deleted_at is null and to_ship > 0 and not held;
create index store_order_open_total on store_order (shop_id, total_paisa, id)
  include (city, problems, void_needed, cod, assigned_account_id, placed_at)
  where cancelled_at is null and deleted_at is null and to_ship > 0 and not held;
create index store_order_open_city on store_order (shop_id, city_key, placed_at, id)
  include (city, problems, void_needed, cod, total_paisa, assigned_account_id)
  where cancelled_at is null and deleted_at is null and to_ship > 0 and not held;
-- Other waiting orders of the same customer.
create index store_order_open_phones on store_order (shop_id, phone, placed_at)
  where cancelled_at is null and deleted_at is null and to_ship > 0 and not held and phone <> '';

-- How many orders a shop has. Orders arrive one at a time, so one counter row per shop causes no waiting.
create table store_order_count (
  shop_id text primary key references shop,
  n integer not null
);

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
create trigger count_store_orders_on_insert after insert on store_order
  referencing new table as new_rows
  for each statement execute function count_store_orders();
create trigger count_store_orders_on_update after update on store_order
  referencing old table as old_rows new table as new_rows
  for each statement execute function count_store_orders();
create trigger count_store_orders_on_delete after delete on store_order
  referencing old table as old_rows
  for each statement execute function count_store_orders();

-- Webhooks of the store, stored when they arrive and processed by the worker.
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
