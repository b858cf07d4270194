import { sql, type Kysely } from 'kysely';

const tenantTables = ['import', 'import_row'];

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(shipments).execute(db);
  await sql.raw(publicNumbers).execute(db);
  await sql.raw(paid).execute(db);
  await sql.raw(imports).execute(db);
  for (const table of tenantTables) await sql.raw(rowLevelSecurity(table)).execute(db);
}

/** Parcels that were booked elsewhere; those of companies other than our four have no account. */
const shipments = `
alter table shipment
  alter column account_id drop not null,
  add column origin text not null default 'booked' check (origin in ('booked', 'imported'));
`;

/** A number that was booked here is its shop's, whoever imports it as well. */
const publicNumbers = `
drop function shipment_by_number(text);
create function shipment_by_number(number text)
returns table (shop_id text, shipment_id text) language sql stable security definer set search_path = public as $$
  select shop_id, id from shipment where tracking_number = number
  order by origin, booked_at desc limit 1
$$;
grant create on schema public to courierdesk_system;
alter function shipment_by_number(text) owner to courierdesk_system;
revoke all on function shipment_by_number(text) from public;
grant execute on function shipment_by_number(text) to courierdesk_tenant;
revoke create on schema public from courierdesk_system;
`;

/** A payment that is told to the store rides with the wanted state of the order. */
const paid = `
alter table shop_setting add column mark_paid_in_store boolean not null default false;
alter table wanted_store_state add column wants_paid boolean not null default false;
`;

const imports = `
-- A file of a person: gone through row by row under a lease, whoever works on it.
create table import (
  shop_id text not null references shop,
  id text not null,
  kind text not null check (kind in ('payment-status', 'payment-statement', 'fulfilment')),
  file_name text not null,
  -- The courier of a statement, or empty.
  company text not null,
  notify_customer boolean not null,
  state text not null check (state in ('under-way', 'done', 'stopped')),
  total integer not null,
  -- Rows gone through: the next one's position.
  done integer not null default 0,
  changed integer not null default 0,
  unpaid integer not null default 0,
  unchanged integer not null default 0,
  failed integer not null default 0,
  differing integer not null default 0,
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

-- Cells in their canonical form where they could be read, else as they were written.
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
`;

const rowLevelSecurity = (table: string): string => `
alter table ${table} enable row level security;
create policy tenant on ${table} to courierdesk_tenant
  using (shop_id = current_setting('app.shop_id', true))
  with check (shop_id = current_setting('app.shop_id', true));
create policy across_shops on ${table} to courierdesk_system using (true) with check (true);
grant select, insert, update, delete on ${table} to courierdesk_tenant, courierdesk_system;
`;
