-- What store, couriers and Courierdesk say differently. One row per kind and subject: a comparison that finds a difference
-- again updates its row.
create table difference (
  shop_id text not null references shop,
  id text not null,
  kind text not null,
  -- What it is about: a shipment, a store fulfilment, or a consignment of a courier account.
  subject text not null,
  -- The part of the comparison that finds it. When the part is complete, differences that it did not find again are closed.
  source text not null,
  shipment_id text,
  store_order_id text,
  account_id text,
  company text not null,
  order_name text not null,
  tracking_number text,
  store_says text not null,
  courier_says text not null,
  we_say text not null,
  repair text not null,
  -- What the repair needs to find its subject again. No personal data.
  detail jsonb not null,
  -- Open cases of these kinds are about the same thing.
  case_kinds text[] not null,
  state text not null check (state in ('open', 'repairing', 'repaired', 'dismissed', 'closed')),
  -- Why it was dismissed, or why the last repair failed.
  note text not null default '',
  -- The repair under way or the last one.
  repair_id text,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  closed_at timestamptz,
  run_id text not null,
  primary key (shop_id, id)
);
create unique index difference_subject on difference (shop_id, kind, subject);
create index difference_open on difference (shop_id, kind, first_seen_at, id)
  where state in ('open', 'repairing', 'dismissed');
create index difference_of_shipment on difference (shop_id, shipment_id) where shipment_id is not null;

-- The journal of repairs. The rows that wait are also the queue of the worker.
create table difference_repair (
  shop_id text not null references shop,
  id text not null,
  difference_id text not null,
  kind text not null,
  repair text not null,
  order_name text not null,
  tracking_number text,
  company text not null,
  -- asked: the change may not have been requested yet. waiting: it was requested, and its result is not known yet.
  state text not null check (state in ('asked', 'waiting', 'done', 'failed')),
  before text not null,
  after text not null default '',
  asked_by text not null,
  asked_by_tag text not null,
  asked_by_user_id text not null,
  ip text not null,
  user_agent text not null,
  request_id text not null,
  asked_at timestamptz not null,
  finished_at timestamptz,
  tries integer not null default 0,
  next_at timestamptz,
  lease_id text,
  lease_until timestamptz,
  primary key (shop_id, id),
  foreign key (shop_id, difference_id) references difference on delete cascade
);
-- At most one repair of a difference is under way.
create unique index difference_repair_under_way on difference_repair (shop_id, difference_id)
  where state in ('asked', 'waiting');
create index difference_repair_due on difference_repair (next_at) where state in ('asked', 'waiting');

-- When a shop is compared next, how far a comparison came, and how the last one ended.
create table comparison (
  shop_id text primary key references shop,
  next_at timestamptz not null,
  -- Set while a comparison is under way, with its next step and how far that step came.
  run_id text,
  step text not null default '',
  position text not null default '',
  done integer not null default 0,
  total integer not null default 0,
  tries integer not null default 0,
  -- Empty for a nightly comparison.
  asked_by text not null default '',
  started_at timestamptz,
  finished_at timestamptz,
  -- What the last finished comparison and the one under way could not compare, and why: {source, message}.
  problems jsonb not null default '[]',
  run_problems jsonb not null default '[]',
  lease_id text,
  lease_until timestamptz
);
create index comparison_due on comparison (next_at);

-- A comparison asks whether a courier's number was ever ours.
create index shipment_deleted_number on shipment (shop_id, deleted_number) where deleted_number is not null;

do $$
declare
  name text;
begin
  foreach name in array array['difference', 'difference_repair', 'comparison'] loop
    execute format('alter table %I enable row level security', name);
    execute format(
      'create policy tenant on %I to courierdesk_tenant
         using (shop_id = current_setting(''app.shop_id'', true))
         with check (shop_id = current_setting(''app.shop_id'', true))', name);
    execute format('create policy across_shops on %I to courierdesk_system using (true) with check (true)', name);
    execute format('grant select, insert, update, delete on %I to courierdesk_tenant, courierdesk_system', name);
  end loop;
end $$;

-- A person asked to show our fulfilment although the store cancelled it or shows another one of the same items.
alter table desired_store_state add replace_others boolean not null default false;
