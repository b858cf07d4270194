import { sql, type Kysely } from 'kysely';

/** Tables that hold rows of shops. Each has `shop_id` and row-level security. */
const tenantTables = [
  'stored_file',
  'stored_file_chunk',
  'download_ticket',
  'label_print',
  'shipment_print',
  'shipment_slip',
  'load_sheet_count',
  'load_sheet',
  'load_sheet_shipment',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(db);
  for (const table of tenantTables) await sql.raw(rowLevelSecurity(table)).execute(db);
}

const tables = `
-- Files live here, in chunks, so that any process on any host can serve them.
create table stored_file (
  shop_id text not null references shop,
  id text not null,
  name text not null,
  content_type text not null,
  size integer not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (shop_id, id)
);
create index stored_file_expiry on stored_file (expires_at);

create table stored_file_chunk (
  shop_id text not null,
  file_id text not null,
  position integer not null,
  bytes bytea not null,
  primary key (shop_id, file_id, position),
  foreign key (shop_id, file_id) references stored_file on delete cascade
);

-- One use: the row goes when the download begins.
create table download_ticket (
  shop_id text not null,
  token_hash bytea not null,
  file_id text not null,
  expires_at timestamptz not null,
  primary key (shop_id, token_hash),
  foreign key (shop_id, file_id) references stored_file on delete cascade
);
create index download_ticket_expiry on download_ticket (expires_at);
create index download_ticket_file on download_ticket (shop_id, file_id);

-- A person's wish to print; goes on under a lease until it is done, whoever works on it.
create table label_print (
  shop_id text not null references shop,
  id text not null,
  kind text not null check (kind in ('airway-bill', 'packing-slip')),
  size text not null,
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

-- How often a paper of a shipment was printed, and when first and last.
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

-- The courier's own label: fetched soon after booking where that is the only chance, else when it is printed.
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
`;

const rowLevelSecurity = (table: string): string => `
alter table ${table} enable row level security;
create policy tenant on ${table} to courierdesk_tenant
  using (shop_id = current_setting('app.shop_id', true))
  with check (shop_id = current_setting('app.shop_id', true));
create policy across_shops on ${table} to courierdesk_system using (true) with check (true);
grant select, insert, update, delete on ${table} to courierdesk_tenant, courierdesk_system;
`;
