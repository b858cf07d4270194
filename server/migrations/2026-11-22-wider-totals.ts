import { sql, type Kysely } from 'kysely';

/**
 * Shipments are counted by everything that the orders list filters by equality, so that the total of any of these
 * filters, alone or together, is a sum of few rows whatever the number of shipments.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(db);
  for (const table of ['shipment_count', 'shipment_count_change']) await sql.raw(rowLevelSecurity(table)).execute(db);
}

const kinds = 'destination_key, status, company, payment_status, tag, booked_by';

const tables = `
-- What is written meanwhile would be counted by neither.
lock table shipment in share row exclusive mode;
drop trigger shipment_inserted on shipment;
drop trigger shipment_updated on shipment;
drop trigger shipment_deleted on shipment;
drop function count_shipments;
drop table shipment_count;

create table shipment_count (
  shop_id text not null references shop,
  -- Null counts those of all cities, which a total of no city would else have to gather.
  destination_key text,
  status text not null,
  company text not null,
  payment_status text not null,
  tag text not null,
  booked_by text not null,
  n integer not null
);
create unique index shipment_count_kind on shipment_count (shop_id, ${kinds}) nulls not distinct;

-- Differences since the counters were last brought up to date. They are appended, so that nobody waits for another.
create table shipment_count_change (
  shop_id text not null references shop,
  id bigint generated always as identity,
  destination_key text not null,
  status text not null,
  company text not null,
  payment_status text not null,
  tag text not null,
  booked_by text not null,
  n integer not null,
  primary key (shop_id, id)
);

create function count_shipments() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into shipment_count_change (shop_id, ${kinds}, n)
    select shop_id, ${kinds}, count(*) from new_rows where tracking_number is not null group by shop_id, ${kinds};
  elsif tg_op = 'DELETE' then
    insert into shipment_count_change (shop_id, ${kinds}, n)
    select shop_id, ${kinds}, -count(*) from old_rows where tracking_number is not null group by shop_id, ${kinds};
  else
    insert into shipment_count_change (shop_id, ${kinds}, n)
    select shop_id, ${kinds}, sum(difference) from (
      select shop_id, ${kinds}, 1 as difference from new_rows where tracking_number is not null
      union all
      select shop_id, ${kinds}, -1 from old_rows where tracking_number is not null
    ) as changes group by shop_id, ${kinds} having sum(difference) <> 0;
  end if;
  return null;
end $$;
create trigger shipment_inserted after insert on shipment referencing new table as new_rows
  for each statement execute function count_shipments();
create trigger shipment_updated after update on shipment referencing old table as old_rows new table as new_rows
  for each statement execute function count_shipments();
create trigger shipment_deleted after delete on shipment referencing old table as old_rows
  for each statement execute function count_shipments();

insert into shipment_count (shop_id, ${kinds}, n)
select shop_id, ${kinds}, count(*) from shipment where tracking_number is not null
group by grouping sets ((shop_id, ${kinds}), (shop_id, status, company, payment_status, tag, booked_by));
`;

const rowLevelSecurity = (table: string): string => `
alter table ${table} enable row level security;
create policy tenant on ${table} to courierdesk_tenant
  using (shop_id = current_setting('app.shop_id', true))
  with check (shop_id = current_setting('app.shop_id', true));
create policy across_shops on ${table} to courierdesk_system using (true) with check (true);
grant select, insert, update, delete on ${table} to courierdesk_tenant, courierdesk_system;
`;
