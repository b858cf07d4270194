import { sql, type Kysely } from 'kysely';

const tenantTables = ['order_view', 'shipment_task', 'shipment_task_row'];

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(columns).execute(db);
  await sql.raw(daysTaken).execute(db);
  await sql.raw(sorts).execute(db);
  await sql.raw(tables).execute(db);
  for (const table of tenantTables) await sql.raw(rowLevelSecurity(table)).execute(db);
}

/**
 * A deleted shipment loses its number, and with it every list, figure and search: those hold rows with a number alone.
 * The row stays, because its reference must never be used again and what the store should say hangs on it.
 */
const columns = `
alter table shipment
  -- Stored for sorting: names without regard to case, orders by their number.
  add column consignee_key text not null generated always as (lower(consignee_name)) stored,
  add column order_number bigint not null
    generated always as (coalesce(left(substring(order_name from '[0-9]+'), 18), '0')::bigint) stored,
  -- Days of the shop's calendar from booking to the end of the way; null while it is under way.
  add column days_taken integer,
  add column deleted_at timestamptz,
  add column deleted_by text,
  add column deleted_number text;
`;

/** Kept by the database, whoever ends a parcel's way: couriers, people, imports. */
const daysTaken = `
create function count_days_taken() returns trigger language plpgsql as $$
declare
  ended timestamptz := case
    when new.status = 'DELIVERED' then new.delivered_at
    when new.status = 'CANCELLED' then coalesce(new.cancelled_at, new.status_at)
    when new.status = 'RTS' and new.final then new.status_at
  end;
begin
  new.days_taken := null;
  if ended is not null and new.booked_at is not null then
    select (ended at time zone time_zone)::date - (new.booked_at at time zone time_zone)::date
    into new.days_taken from shop where id = new.shop_id;
  end if;
  return new;
end $$;
create trigger shipment_days_taken
  before insert or update of status, final, booked_at, delivered_at, cancelled_at, status_at on shipment
  for each row execute function count_days_taken();
update shipment set status = status where status in ('DELIVERED', 'CANCELLED', 'RTS');
`;

/**
 * Every sort of the orders list has its index; the other direction reads it backwards. Those without a delivery date
 * come last in both directions, which takes two.
 */
const sorts = `
drop index shipment_newest;
create index shipment_newest on shipment (shop_id, booked_at desc, id desc) include (days_taken)
  where tracking_number is not null;
drop index shipment_delivered;
create index shipment_delivered on shipment (shop_id, delivered_at desc nulls last, id desc) where tracking_number is not null;
create index shipment_delivered_oldest on shipment (shop_id, delivered_at, id) where tracking_number is not null;
create index shipment_tracking_number on shipment (shop_id, tracking_number, id) where tracking_number is not null;
create index shipment_order_number on shipment (shop_id, order_number, id) where tracking_number is not null;
create index shipment_customer on shipment (shop_id, consignee_key, id) where tracking_number is not null;
-- A common word is found among the newest in this order, and counted, without a look at the rows.
create index shipment_words on shipment (shop_id, booked_at desc, id desc) include (search_text)
  where tracking_number is not null;
create index shipment_cod on shipment (shop_id, cod, id) where tracking_number is not null;
`;

const tables = `
-- A person's named way to look at the orders list.
create table order_view (
  shop_id text not null,
  id text not null,
  user_id text not null,
  name text not null,
  position integer not null,
  is_default boolean not null,
  search jsonb not null,
  columns text[] not null,
  created_at timestamptz not null,
  primary key (shop_id, id),
  foreign key (shop_id, user_id) references app_user on delete cascade
);
create unique index order_view_name on order_view (shop_id, user_id, lower(name));
create unique index order_view_default on order_view (shop_id, user_id) where is_default;

-- Work on many shipments that a person asked for. Turns are taken under a lease, task by task.
create table shipment_task (
  shop_id text not null references shop,
  id text not null,
  kind text not null check (kind in ('track', 'cancel')),
  total integer not null,
  asked_by text not null,
  asked_by_user_id text not null,
  ip text not null,
  request_id text not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  put_away_at timestamptz,
  next_at timestamptz,
  lease_id text,
  lease_until timestamptz,
  primary key (shop_id, id)
);
create index shipment_task_due on shipment_task (next_at) where next_at is not null;
create index shipment_task_shown on shipment_task (shop_id, created_at desc) where put_away_at is null;
create index shipment_task_age on shipment_task (created_at);

create table shipment_task_row (
  shop_id text not null,
  task_id text not null,
  shipment_id text not null,
  position integer not null,
  state text not null check (state in ('waiting', 'under-way', 'done', 'failed', 'stopped')),
  message text not null default '',
  begun_at timestamptz,
  primary key (shop_id, task_id, shipment_id),
  foreign key (shop_id, task_id) references shipment_task on delete cascade,
  foreign key (shop_id, shipment_id) references shipment on delete cascade
);
create index shipment_task_row_state on shipment_task_row (shop_id, task_id, state, position);
create index shipment_task_row_shipment on shipment_task_row (shop_id, shipment_id);
`;

const rowLevelSecurity = (table: string): string => `
alter table ${table} enable row level security;
create policy tenant on ${table} to courierdesk_tenant
  using (shop_id = current_setting('app.shop_id', true))
  with check (shop_id = current_setting('app.shop_id', true));
create policy across_shops on ${table} to courierdesk_system using (true) with check (true);
grant select, insert, update, delete on ${table} to courierdesk_tenant, courierdesk_system;
`;
