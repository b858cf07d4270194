-- A print job: done under a lease, so that another worker continues it after a crash.
create table label_print (
  shop_id text not null references shop,
  id text not null,
  kind text not null check (kind in ('airway-bill', 'packing-slip')),
  size text not null,
  with_load_sheets boolean not null default false,
  shipment_ids text[] not null,
  state text not null check (state in ('under-way', 'done', 'failed')),
  done integer not null default 0,
  total integer not null,
  notes jsonb not null,
  file_id text,
  asked_by text not null,
  asked_by_user_id text,
  tries integer not null default 0,
  lease_id text,
  lease_until timestamptz,
  created_at timestamptz not null,
  primary key (shop_id, id),
  foreign key (shop_id, file_id) references stored_file on delete set null (file_id)
);
create index label_print_due on label_print (lease_until) where state = 'under-way';
create index label_print_age on label_print (created_at);
create index label_print_file on label_print (shop_id, file_id) where file_id is not null;

-- How often a document of a shipment was printed.
create table shipment_print (
  shop_id text not null,
  shipment_id text not null,
  kind text not null check (kind in ('airway-bill', 'packing-slip')),
  times integer not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  last_by text not null,
  primary key (shop_id, shipment_id, kind),
  foreign key (shop_id, shipment_id) references shipment on delete cascade
);

-- The courier's own label. Fetched right after booking if the courier offers it only then, otherwise when it is printed.
create table shipment_slip (
  shop_id text not null,
  shipment_id text not null,
  file_id text,
  next_at timestamptz,
  tries integer not null default 0,
  primary key (shop_id, shipment_id),
  foreign key (shop_id, shipment_id) references shipment on delete cascade,
  foreign key (shop_id, file_id) references stored_file on delete set null (file_id)
);
create index shipment_slip_due on shipment_slip (next_at) where next_at is not null;
create index shipment_slip_file on shipment_slip (shop_id, file_id) where file_id is not null;

-- The last number given to a load sheet of the shop.
create table load_sheet_count (
  shop_id text primary key references shop,
  last integer not null
);

create table load_sheet (
  shop_id text not null references shop,
  id text not null,
  number integer not null,
  account_id text not null,
  company text not null,
  state text not null check (state in ('asking', 'ready')),
  source text not null check (source in ('courier', 'own')),
  courier_sheet_id text not null default '',
  file_id text,
  note text not null default '',
  parcels integer not null,
  pieces integer not null,
  weight integer not null,
  cod numeric(14, 2) not null,
  made_by text not null,
  prints integer not null default 0,
  last_printed_at timestamptz,
  handed_over_at timestamptz,
  handed_over_by text not null default '',
  lease_id text,
  lease_until timestamptz,
  created_at timestamptz not null,
  primary key (shop_id, id),
  foreign key (shop_id, account_id) references courier_account,
  foreign key (shop_id, file_id) references stored_file on delete set null (file_id)
);
create unique index load_sheet_number on load_sheet (shop_id, number);
create index load_sheet_due on load_sheet (lease_until) where state = 'asking';
create index load_sheet_file on load_sheet (shop_id, file_id) where file_id is not null;

create table load_sheet_shipment (
  shop_id text not null,
  load_sheet_id text not null,
  shipment_id text not null,
  position integer not null,
  primary key (shop_id, load_sheet_id, shipment_id),
  foreign key (shop_id, load_sheet_id) references load_sheet on delete cascade,
  foreign key (shop_id, shipment_id) references shipment on delete cascade
);
create index load_sheet_of_shipment on load_sheet_shipment (shop_id, shipment_id);
