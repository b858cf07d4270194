import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tracking).execute(db);
  await sql.raw(push).execute(db);
  await sql.raw(store).execute(db);
}

/**
 * Parcels are followed account by account: whoever holds an account's lease asks for what is due there. The index
 * finds an account's due parcels, whatever other shops have due.
 */
const tracking = `
alter table shipment
  -- What the courier said last time, so that an unchanged parcel costs nothing but its next time.
  add column tracked_as text not null default '',
  drop column track_lease_until;
drop index shipment_tracking;
create index shipment_tracking on shipment (shop_id, account_id, next_track_at) where next_track_at is not null;

alter table courier_account
  add column track_next_at timestamptz not null default now(),
  add column track_lease_id text,
  add column track_lease_until timestamptz,
  add column track_failures integer not null default 0,
  -- The last time the courier told where parcels are.
  add column last_checked_at timestamptz;
create index courier_account_tracking on courier_account (track_next_at);

update shipment set next_track_at = now()
where next_track_at is null and booking_state = 'booked' and not final and status <> 'CANCELLED';
`;

/** Status updates that couriers send: an address and a secret per account, and what came, once each. */
const push = `
alter table courier_account
  add column push_token text,
  add column push_secret bytea,
  add column last_push_at timestamptz;
create unique index courier_account_push on courier_account (shop_id, push_token) where push_token is not null;

create table courier_push (
  shop_id text not null,
  account_id text not null,
  tracking_number text not null,
  -- Number, word and time as the courier wrote them: the same three are the same push.
  status text not null,
  happened text not null,
  received_at timestamptz not null,
  primary key (shop_id, account_id, tracking_number, status, happened),
  foreign key (shop_id, account_id) references courier_account on delete cascade
);
create index courier_push_received on courier_push (received_at);
alter table courier_push enable row level security;
create policy tenant on courier_push to courierdesk_tenant
  using (shop_id = current_setting('app.shop_id', true))
  with check (shop_id = current_setting('app.shop_id', true));
create policy across_shops on courier_push to courierdesk_system using (true) with check (true);
grant select, insert, update, delete on courier_push to courierdesk_tenant, courierdesk_system;
`;

/** Tags and events that ride with the wanted state of a store order. */
const store = `
alter table shop_setting
  add column inprocess_tag text not null default '',
  add column delivered_tag text not null default '',
  add column cancelled_tag text not null default '',
  add column rts_tag text not null default '';

alter table wanted_store_state
  -- The tag of ours that the order should bear, or none.
  add column wanted_tag text not null default '',
  -- Tags that we put there, or are about to: only these are ever taken away.
  add column our_tags text[] not null default '{}',
  -- The tag as the store has it from us.
  add column shown_tag text not null default '',
  -- Fulfilment events the store does not know yet, in their order: {status, at, message}.
  add column events jsonb not null default '[]',
  -- The last event that was queued, so that the same one is not queued again.
  add column last_event text not null default '';
`;
