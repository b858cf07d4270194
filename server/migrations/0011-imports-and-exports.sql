-- An uploaded file, processed row by row under a lease.
create table import (
  shop_id text not null references shop,
  id text not null,
  kind text not null check (kind in ('payment-status', 'payment-statement', 'fulfilment')),
  file_name text not null,
  -- The stored file that is being read. Not a foreign key: the import stops when its file expires.
  file_id text,
  -- The courier of a statement, or empty.
  company text not null,
  -- Of a fulfilment file, the account for each company that has several: account ids by company.
  accounts jsonb not null default '{}',
  notify_customer boolean not null,
  -- Also change the payments of cancelled parcels.
  include_cancelled boolean not null default false,
  state text not null check (state in ('under-way', 'done', 'stopped')),
  total integer not null,
  -- Rows read from the file so far.
  read integer not null default 0,
  -- Rows processed so far: the position of the next one.
  done integer not null default 0,
  changed integer not null default 0,
  unpaid integer not null default 0,
  unchanged integer not null default 0,
  failed integer not null default 0,
  differing integer not null default 0,
  cancelled_skipped integer not null default 0,
  asked_by text not null,
  asked_by_tag text not null,
  asked_by_user_id text,
  next_at timestamptz not null,
  lease_id text,
  lease_until timestamptz,
  -- Failures in a row.
  failures integer not null default 0,
  created_at timestamptz not null,
  done_at timestamptz,
  primary key (shop_id, id)
);
create index import_due on import (next_at) where state = 'under-way';
create index import_age on import (created_at);

-- Cells in their standard form; as written if they could not be read.
create table import_row (
  shop_id text not null,
  import_id text not null,
  position integer not null,
  line integer not null,
  order_name text not null,
  tracking_number text not null,
  company text not null,
  payment_status text not null,
  amount text not null,
  paid_date text not null,
  reference text not null,
  state text not null check (state in ('waiting', 'changed', 'unchanged', 'failed')),
  reason text not null,
  shipment_id text,
  primary key (shop_id, import_id, position),
  foreign key (shop_id, import_id) references import on delete cascade
);
create index import_row_state on import_row (shop_id, import_id, state, position);

-- What the rows of a stored file would change. Computed under a lease and kept as long as the file.
create table import_preview (
  shop_id text not null references shop,
  id text not null,
  file_id text not null,
  kind text not null check (kind in ('payment-status', 'payment-statement', 'fulfilment')),
  -- The courier of a statement, or empty.
  company text not null,
  state text not null check (state in ('under-way', 'done', 'stopped')),
  total integer not null,
  done integer not null default 0,
  result jsonb,
  next_at timestamptz not null,
  lease_id text,
  lease_until timestamptz,
  -- Failures in a row.
  failures integer not null default 0,
  primary key (shop_id, id),
  foreign key (shop_id, file_id) references stored_file on delete cascade
);
create index import_preview_due on import_preview (next_at) where state = 'under-way';
create index import_preview_file on import_preview (shop_id, file_id);

-- A file of orders, made under a lease.
create table order_export (
  shop_id text not null references shop,
  id text not null,
  filter text not null check (filter in ('MATCHED_ORDERS', 'STORE_ORDERS')),
  query jsonb not null,
  columns text[] not null,
  format text not null check (format in ('csv', 'xlsx')),
  bom boolean not null,
  request_hash text not null,
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
-- A person's repeated request joins the export that is under way.
create unique index order_export_request on order_export (shop_id, asked_by_user_id, request_hash)
  where state = 'under-way';
create index order_export_due on order_export (lease_until) where state = 'under-way';
create index order_export_age on order_export (created_at);
create index order_export_file on order_export (shop_id, file_id) where file_id is not null;
create index order_export_mail on order_export (shop_id, mail_id) where mail_id is not null;

-- A person's last choice of columns and format.
create table export_choice (
  shop_id text not null,
  user_id text not null,
  columns text[] not null,
  format text not null,
  bom boolean not null,
  primary key (shop_id, user_id),
  foreign key (shop_id, user_id) references app_user on delete cascade
);

-- Single use: the row is deleted when the download starts.
create table selection_download (
  shop_id text not null references shop,
  token_hash bytea not null,
  user_id text not null,
  request jsonb not null,
  expires_at timestamptz not null,
  primary key (shop_id, token_hash),
  foreign key (shop_id, user_id) references app_user on delete cascade
);
create index selection_download_user on selection_download (shop_id, user_id);
create index selection_download_expiry on selection_download (expires_at);
