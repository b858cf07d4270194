-- What the store should show for an order. Booking, cancelling and tracking change the row; the worker updates the store
-- until synced_version reaches version.
create table desired_store_state (
  shop_id text not null,
  store_order_id text not null,
  version integer not null,
  synced_version integer not null,
  shipment_id text not null,
  fulfilled boolean not null,
  tracking_number text,
  company text not null,
  lines jsonb not null,
  notify_customer boolean not null,
  -- Tracking numbers of earlier bookings whose fulfilments must be cancelled.
  numbers_to_remove text[] not null,
  mark_paid boolean not null default false,
  desired_tag text not null default '',
  synced_tag text not null default '',
  -- Tags that we added or are about to add. Only these are ever removed.
  managed_tags text[] not null default '{}',
  -- Fulfilment events to add, oldest first: {status, at, message}.
  pending_events jsonb not null default '[]',
  -- Prevents queueing the same event twice.
  last_queued_event text not null default '',
  state text not null check (state in ('due', 'done', 'failed', 'conflict')),
  message text not null default '',
  next_at timestamptz,
  tries integer not null default 0,
  lease_id text,
  lease_until timestamptz,
  updated_at timestamptz not null,
  primary key (shop_id, store_order_id),
  foreign key (shop_id, store_order_id) references store_order,
  foreign key (shop_id, shipment_id) references shipment
);
create index desired_store_state_due on desired_store_state (next_at) where state = 'due';
create index desired_store_state_shipment on desired_store_state (shop_id, shipment_id);
