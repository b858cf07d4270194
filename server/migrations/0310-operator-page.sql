-- For the operator's page: each process writes its row every ten seconds. Rows that are an hour old are removed.
create table running_process (
  id text primary key,
  role text not null check (role in ('web', 'worker', 'all')),
  host text not null,
  pid integer not null,
  version text not null,
  started_at timestamptz not null,
  seen_at timestamptz not null,
  memory bigint not null,
  -- How often couriers were called in the last hour: a count for each courier, outcome and longest time.
  courier_calls jsonb not null
);
grant select, insert, update, delete on running_process to courierdesk_system;

-- Store updates whose tries ended without success.
create index desired_store_state_stopped on desired_store_state (shop_id) where stopped_as is not null;
