-- Files in chunks, so that any process on any host can serve them.
create table stored_file (
  shop_id text not null references shop,
  id text not null,
  name text not null,
  content_type text not null,
  size integer not null,
  -- Rows of an import file; null for every other file.
  row_count integer,
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

-- Single use: the row is deleted when the download starts.
create table download_ticket (
  shop_id text not null,
  token_hash bytea not null,
  file_id text not null,
  expires_at timestamptz not null,
  primary key (shop_id, token_hash),
  foreign key (shop_id, file_id) references stored_file on delete cascade
);
create index download_ticket_file on download_ticket (shop_id, file_id);
create index download_ticket_expiry on download_ticket (expires_at);

-- Outgoing mail, written in the transaction that causes it and sent by the worker under a lease.
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
