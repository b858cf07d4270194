import { sql, type Kysely } from 'kysely';

/** Tables that hold rows of shops. Each has `shop_id` and row-level security. */
const tenantTables = ['mail', 'order_export', 'export_choice', 'selection_download'];

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(db);
  for (const table of tenantTables) await sql.raw(rowLevelSecurity(table)).execute(db);
}

const tables = `
-- What we have to tell by mail. Written with the change that it tells of; sent under a lease until it is done.
create table mail (
  shop_id text not null references shop,
  id text not null,
  kind text not null,
  recipient text not null,
  subject text not null,
  text text not null,
  html text not null,
  state text not null check (state in ('waiting', 'sent', 'failed')),
  tries integer not null default 0,
  next_at timestamptz,
  lease_id text,
  last_error text not null default '',
  created_at timestamptz not null,
  settled_at timestamptz,
  primary key (shop_id, id)
);
create index mail_due on mail (next_at) where state = 'waiting';
create index mail_age on mail (created_at);

-- A person's wish for a file of orders; goes on under a lease until it is done, whoever works on it.
create table order_export (
  shop_id text not null references shop,
  id text not null,
  filter text not null check (filter in ('MATCHED_ORDERS', 'STORE_ORDERS')),
  query jsonb not null,
  columns text[] not null,
  format text not null check (format in ('csv', 'xlsx')),
  bom boolean not null,
  -- The same wish of the same person is one export while it is under way.
  wish text not null,
  state text not null check (state in ('under-way', 'done', 'failed')),
  done integer not null default 0,
  total integer not null,
  size integer not null default 0,
  file_name text not null,
  file_id text,
  asked_by text not null,
  asked_by_user_id text not null,
  mail_to text not null,
  mail_id text,
  tries integer not null default 0,
  lease_id text,
  lease_until timestamptz,
  created_at timestamptz not null,
  finished_at timestamptz,
  expires_at timestamptz,
  primary key (shop_id, id),
  foreign key (shop_id, file_id) references stored_file on delete set null (file_id),
  foreign key (shop_id, mail_id) references mail on delete set null (mail_id)
);
create unique index order_export_wish on order_export (shop_id, asked_by_user_id, wish) where state = 'under-way';
create index order_export_due on order_export (lease_until) where state = 'under-way';
create index order_export_age on order_export (created_at);
create index order_export_file on order_export (shop_id, file_id) where file_id is not null;
create index order_export_mail on order_export (shop_id, mail_id) where mail_id is not null;

-- What a person chose last.
create table export_choice (
  shop_id text not null,
  user_id text not null,
  columns text[] not null,
  format text not null,
  bom boolean not null,
  primary key (shop_id, user_id),
  foreign key (shop_id, user_id) references app_user on delete cascade
);

-- One use: the row goes when the download begins.
create table selection_download (
  shop_id text not null references shop,
  token_hash bytea not null,
  user_id text not null,
  wish jsonb not null,
  expires_at timestamptz not null,
  primary key (shop_id, token_hash),
  foreign key (shop_id, user_id) references app_user on delete cascade
);
create index selection_download_expiry on selection_download (expires_at);
create index selection_download_user on selection_download (shop_id, user_id);
`;

const rowLevelSecurity = (table: string): string => `
alter table ${table} enable row level security;
create policy tenant on ${table} to courierdesk_tenant
  using (shop_id = current_setting('app.shop_id', true))
  with check (shop_id = current_setting('app.shop_id', true));
create policy across_shops on ${table} to courierdesk_system using (true) with check (true);
grant select, insert, update, delete on ${table} to courierdesk_tenant, courierdesk_system;
`;
