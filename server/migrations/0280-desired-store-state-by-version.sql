-- A row is due while its version is ahead of the synced one, unless the tries ended without success.
alter table desired_store_state
  add column stopped_as text check (stopped_as in ('failed', 'conflict', 'out-of-reach'));
update desired_store_state set
  stopped_as = case when state in ('failed', 'conflict', 'out-of-reach') then state end,
  synced_version = case when state = 'done' then version else least(synced_version, version - 1) end,
  next_at = coalesce(next_at, updated_at)
where state <> 'due' or synced_version >= version or next_at is null;
alter table desired_store_state alter column next_at set not null;

drop index desired_store_state_due_by_shop;
alter table desired_store_state drop column state;
alter table desired_store_state add column state text not null generated always as (
  case when version = synced_version then 'done' when stopped_as is null then 'due' else stopped_as end) stored;
create index desired_store_state_due_by_shop on desired_store_state (shop_id, next_at) where state = 'due';
