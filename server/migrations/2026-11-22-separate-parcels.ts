import { sql, type Kysely } from 'kysely';

/** Tables that hold rows of shops. Each has `shop_id` and row-level security. */
const tenantTables = ['booking_rule_set', 'booking_rule', 'batch_count', 'batch', 'batch_row'];

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(rules).execute(db);
  await sql.raw(batches).execute(db);
  for (const table of tenantTables) await sql.raw(rowLevelSecurity(table)).execute(db);
  await sql.raw(changes).execute(db);
  await sql.raw(following).execute(db);
}

/** Which courier account an order gets. */
const rules = `
create table booking_rule_set (
  shop_id text primary key references shop,
  fallback_account_id text,
  revision integer not null,
  foreign key (shop_id, fallback_account_id) references courier_account
);

create table booking_rule (
  shop_id text not null,
  id text not null,
  position integer not null,
  name text not null,
  active boolean not null,
  -- As they were typed.
  cities text[] not null,
  payment text not null check (payment in ('any', 'cod', 'prepaid')),
  weight_from integer,
  weight_to integer,
  value_from integer,
  value_to integer,
  targets jsonb not null,
  primary key (shop_id, id),
  foreign key (shop_id) references booking_rule_set on delete cascade
);
`;

const batches = `
create table batch_count (
  shop_id text primary key references shop,
  last integer not null
);

create table batch (
  shop_id text not null references shop,
  id text not null,
  number integer not null,
  created_by text not null,
  created_by_user_id text not null,
  -- Fingerprint of the orders: the same draft is not made twice by one click.
  orders_hash text not null,
  -- What the shop usually collects, for "suspiciously high".
  usual_cod integer,
  -- When the store is to be read afresh; under a lease it is moved on.
  read_due_at timestamptz,
  read_at timestamptz,
  store_reachable boolean not null default true,
  started_at timestamptz,
  created_at timestamptz not null,
  primary key (shop_id, id)
);
create unique index batch_number on batch (shop_id, number);
create index batch_reading on batch (read_due_at) where read_due_at is not null;
create index batch_drafts on batch (created_at) where started_at is null;

create table batch_row (
  shop_id text not null,
  id text not null,
  batch_id text not null,
  position integer not null,
  store_order_id text not null,
  state text not null check (state in
    ('draft', 'left-out', 'queued', 'booking', 'booked', 'failed', 'uncertain', 'changed')),
  ready boolean not null,
  -- The values of the booking form, as typed where they are not valid.
  fields jsonb not null,
  destination_name text not null,
  -- The account of the fields, by which rows are served, or empty.
  account_id text not null,
  account_because text not null,
  -- Whole rupees of the fields; 0 where they are not valid.
  cod integer not null,
  -- Cells that a person set, with the revision of the last time.
  edited jsonb not null default '{}',
  revision integer not null default 1,
  -- What was known of the order when the row was filled.
  facts jsonb not null,
  -- What the row shows of the store order, opaque: a change since then is noticed when it is booked.
  version text not null,
  doubts jsonb not null,
  accepted text[] not null default '{}',
  changes jsonb not null default '[]',
  code text,
  message text not null default '',
  shipment_id text,
  -- Names one try of one order: its idempotency key.
  attempt integer not null default 1,
  asked_by_user_id text,
  asked_ip text not null default '',
  asked_request_id text not null default '',
  -- When the row is to be worked on; whoever takes it moves it on as long as they work.
  due_at timestamptz,
  lease_id text,
  ended_at timestamptz,
  -- The transaction of the last change that people see.
  changed xid8 not null default pg_current_xact_id(),
  primary key (shop_id, id),
  foreign key (shop_id, batch_id) references batch on delete cascade,
  foreign key (shop_id, store_order_id) references store_order,
  foreign key (shop_id, shipment_id) references shipment on delete set null (shipment_id)
);
create unique index batch_row_position on batch_row (shop_id, batch_id, position);
create index batch_row_due on batch_row (shop_id, account_id, due_at, position) where due_at is not null;
create index batch_row_shipment on batch_row (shop_id, shipment_id) where shipment_id is not null;
create index batch_row_order on batch_row (shop_id, store_order_id);
`;

/**
 * A reader says which transactions it has seen, and gets the rows that later ones changed. Numbers of transactions, and
 * not a counter: a change that commits late is not missed.
 */
const changes = `
create function mark_changed_row() returns trigger language plpgsql as $$
begin
  new.changed := pg_current_xact_id();
  return new;
end $$;
create trigger batch_row_changed before update on batch_row for each row
  when ((old.state, old.ready, old.revision, old.attempt, old.code, old.message, old.shipment_id, old.fields, old.facts,
         old.doubts, old.accepted, old.changes, old.account_because, old.destination_name)
    is distinct from
        (new.state, new.ready, new.revision, new.attempt, new.code, new.message, new.shipment_id, new.fields, new.facts,
         new.doubts, new.accepted, new.changes, new.account_because, new.destination_name))
  execute function mark_changed_row();
`;

/**
 * A row follows its shipment in the transaction that changes it, whoever does: the courier's answer, a look-up, a person.
 * A claim or a question that came to nothing before it was uncertain is left to the worker, which tries again.
 */
const following = `
create function follow_shipment() returns trigger language plpgsql as $$
begin
  if new.booking_state = 'released' and old.booking_state <> 'uncertain' then return null; end if;
  if new.booking_state not in ('booked', 'uncertain', 'rejected', 'released') then return null; end if;
  update batch_row set
    state = case new.booking_state when 'booked' then 'booked' when 'uncertain' then 'uncertain' else 'failed' end,
    code = case new.booking_state
      when 'rejected' then 'courier-rejected' when 'released' then 'courier-uncertain' end,
    message = '',
    due_at = null,
    lease_id = null,
    ended_at = coalesce(new.booked_at, new.asked_at, new.claimed_at)
  where shop_id = new.shop_id and shipment_id = new.id;
  return null;
end $$;
create trigger shipment_followed after update of booking_state on shipment for each row
  when (old.booking_state is distinct from new.booking_state)
  execute function follow_shipment();
`;

const rowLevelSecurity = (table: string): string => `
alter table ${table} enable row level security;
create policy tenant on ${table} to courierdesk_tenant
  using (shop_id = current_setting('app.shop_id', true))
  with check (shop_id = current_setting('app.shop_id', true));
create policy across_shops on ${table} to courierdesk_system using (true) with check (true);
grant select, insert, update, delete on ${table} to courierdesk_tenant, courierdesk_system;
`;
