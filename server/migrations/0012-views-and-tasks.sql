-- A person's saved filters and columns of a list.
create table order_view (
  shop_id text not null,
  id text not null,
  user_id text not null,
  page text not null check (page in ('orders', 'store-orders')),
  name text not null,
  position integer not null,
  is_default boolean not null,
  search jsonb not null,
  columns text[] not null,
  created_at timestamptz not null,
  primary key (shop_id, id),
  foreign key (shop_id, user_id) references app_user on delete cascade
);
create unique index order_view_name on order_view (shop_id, user_id, page, lower(name));
create unique index order_view_default on order_view (shop_id, user_id, page) where is_default;

-- Tracking or cancelling many shipments, done by the worker under a lease.
create table shipment_task (
  shop_id text not null references shop,
  id text not null,
  kind text not null check (kind in ('track', 'cancel')),
  total integer not null,
  asked_by text not null,
  asked_by_user_id text not null,
  ip text not null,
  request_id text not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  dismissed_at timestamptz,
  next_at timestamptz,
  lease_id text,
  lease_until timestamptz,
  primary key (shop_id, id)
);
create index shipment_task_due on shipment_task (next_at) where next_at is not null;
create index shipment_task_shown on shipment_task (shop_id, created_at desc) where dismissed_at is null;
create index shipment_task_age on shipment_task (created_at);

create table shipment_task_row (
  shop_id text not null,
  task_id text not null,
  shipment_id text not null,
  position integer not null,
  state text not null check (state in ('waiting', 'under-way', 'done', 'failed', 'stopped')),
  message text not null default '',
  started_at timestamptz,
  primary key (shop_id, task_id, shipment_id),
  foreign key (shop_id, task_id) references shipment_task on delete cascade,
  foreign key (shop_id, shipment_id) references shipment on delete cascade
);
create index shipment_task_row_state on shipment_task_row (shop_id, task_id, state, position);
create index shipment_task_row_shipment on shipment_task_row (shop_id, shipment_id);
