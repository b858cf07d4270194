import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(files).execute(db);
  await sql.raw(imports).execute(db);
  await sql.raw(previews).execute(db);
}

const files = `
-- Lines of a file of import rows; empty for every other file.
alter table stored_file add column row_count integer;
`;

const imports = `
alter table import
  -- A person chose to change the payments of cancelled parcels too.
  add column include_cancelled boolean not null default false,
  add column cancelled_skipped integer not null default 0,
  -- The stored file whose rows are still to be read. Not a foreign key: a file that expired stops its import.
  add column file_id text,
  -- Rows of that file read so far.
  add column read integer not null default 0;
`;

const previews = `
-- What the rows of a stored file would change: worked out under a lease, kept as long as the file.
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

alter table import_preview enable row level security;
create policy tenant on import_preview to courierdesk_tenant
  using (shop_id = current_setting('app.shop_id', true))
  with check (shop_id = current_setting('app.shop_id', true));
create policy across_shops on import_preview to courierdesk_system using (true) with check (true);
grant select, insert, update, delete on import_preview to courierdesk_tenant, courierdesk_system;
`;
