-- What the courier reported.
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

-- What people and Courierdesk did.
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

-- A repeated booking request returns its first result.
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

-- A consignment that appeared at the courier after its booking attempt was closed.
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

-- Cases that a person must decide.
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
