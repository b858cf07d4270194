import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(renames).execute(db);
  await sql.raw(assertOneRow).execute(db);
}

const renames = `
alter table wanted_store_state rename to desired_store_state;
alter table desired_store_state rename column unwanted_numbers to numbers_to_remove;
alter table desired_store_state rename column done_version to synced_version;
alter table desired_store_state rename column wanted_tag to desired_tag;
alter table desired_store_state rename column shown_tag to synced_tag;
alter table desired_store_state rename column our_tags to managed_tags;
alter table desired_store_state rename column events to pending_events;
alter table desired_store_state rename column last_event to last_queued_event;
alter table desired_store_state rename column wants_paid to mark_paid;
alter index wanted_store_state_due rename to desired_store_state_due;
alter index wanted_store_state_shipment rename to desired_store_state_shipment;
alter table shipment rename column looks to look_ups;
alter table shipment rename column next_look_at to next_look_up_at;
alter table shipment rename column watch_until to look_up_until;
alter table shipment rename column news_at to last_courier_update_at;
alter table shipment rename column tracked_as to tracking_fingerprint;
alter index shipment_looking rename to shipment_look_up_due;
alter table shipment_task rename column put_away_at to dismissed_at;
alter table shipment_task_row rename column begun_at to started_at;
alter table store_sync rename column high_water to changes_read_until;
alter table shop_credential rename column refused_at to access_revoked_at;
alter table order_export rename column wish to request_hash;
alter index order_export_wish rename to order_export_request;
alter table selection_download rename column wish to request;
do $$
declare name text;
begin
  for name in
    select conname from pg_constraint where conrelid = 'desired_store_state'::regclass and conname like 'wanted%'
  loop
    execute format('alter table desired_store_state rename constraint %I to %I', name,
      replace(name, 'wanted_store_state', 'desired_store_state'));
  end loop;
end $$;
do $$
declare one record;
begin
  for one in
    select c.conrelid::regclass as owner, c.conname, c.conrelid::regclass || '_' || a.attname || '_not_null' as name
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'n' and c.connamespace = 'public'::regnamespace
      and c.conname <> c.conrelid::regclass || '_' || a.attname || '_not_null'
  loop
    execute format('alter table %s rename constraint %I to %I', one.owner, one.conname, one.name);
  end loop;
end $$;
`;

const assertOneRow = `
drop function demand_one(bigint);
create function assert_one_row(n bigint) returns boolean language plpgsql as $$
begin
  if n <> 1 then raise exception 'expected exactly one row, got %', n using errcode = 'CD001'; end if;
  return true;
end $$;
`;
