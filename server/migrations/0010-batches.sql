-- The last number given to a batch of the shop.
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
  -- Fingerprint of the orders, so that a double click does not create two drafts.
  orders_hash text not null,
  -- The shop's usual amount to collect, for the warning about high amounts.
  usual_cod integer,
  -- When to read the store next. A worker that reads moves it on, which is its lease.
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
  -- The values of the booking form. Invalid values stay as typed.
  fields jsonb not null,
  destination_name text not null,
  -- From the fields, or empty. The worker books the rows of an account in turn.
  account_id text not null,
  account_because text not null,
  -- Whole rupees, from the fields; 0 if invalid.
  cod integer not null,
  -- Cells that a person edited, with the revision of the last edit.
  edited jsonb not null default '{}',
  revision integer not null default 1,
  -- The order's data from the time when the row was filled.
  facts jsonb not null,
  -- Version of the store order that the row shows. Booking notices a newer one.
  version text not null,
  doubts jsonb not null,
  accepted text[] not null default '{}',
  changes jsonb not null default '[]',
  code text,
  message text not null default '',
  shipment_id text,
  -- With the row's id, the idempotency key of one try to book the order.
  attempt integer not null default 1,
  asked_by_user_id text,
  asked_ip text not null default '',
  asked_request_id text not null default '',
  -- When to work on the row next. The worker that has it moves it on while it works.
  due_at timestamptz,
  lease_id text,
  ended_at timestamptz,
  -- The transaction that last changed what people see of the row.
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

-- A reader tells which transactions it has seen and gets the rows that later ones changed. Transaction numbers, unlike a
-- counter, do not miss a change that commits late.
create function mark_row_changed() returns trigger language plpgsql as $$
begin
  new.changed := pg_current_xact_id();
  return new;
end $$;
create trigger mark_row_changed before update on batch_row
  for each row
  when (
    (old.state, old.ready, old.revision, old.attempt, old.code, old.message, old.shipment_id, old.fields, old.facts,
     old.doubts, old.accepted, old.changes, old.account_because, old.destination_name)
    is distinct from
    (new.state, new.ready, new.revision, new.attempt, new.code, new.message, new.shipment_id, new.fields, new.facts,
     new.doubts, new.accepted, new.changes, new.account_because, new.destination_name)
  )
  execute function mark_row_changed();

-- A batch row gets the outcome of its shipment in the transaction that settles the shipment: the courier's answer, a
-- look-up, a cancellation or a person's decision. A booking that ended before its outcome was uncertain is left to the
-- batch worker, which tries again.
create function settle_batch_row() returns trigger language plpgsql as $$
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
create trigger settle_batch_row after update of booking_state on shipment
  for each row
  when (old.booking_state is distinct from new.booking_state)
  execute function settle_batch_row();
