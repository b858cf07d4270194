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
`;

const assertOneRow = `
drop function demand_one(bigint);
create function assert_one_row(n bigint) returns boolean language plpgsql as $$
begin
  if n <> 1 then raise exception 'expected exactly one row, got %', n using errcode = 'CD001'; end if;
  return true;
end $$;
`;
