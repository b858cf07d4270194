create table shipment (
  shop_id text not null references shop,
  id text not null,
  -- Imported parcels of other couriers have no account.
  account_id text,
  company text not null,
  origin text not null default 'booked' check (origin in ('booked', 'imported')),
  -- Ours, sent to the courier with the booking. Never reused.
  reference text not null,
  booking_state text not null check (booking_state in
    ('claimed', 'asking', 'uncertain', 'booked', 'rejected', 'released', 'cancelling')),
  status text not null default 'FULFILLED' check (status in ('FULFILLED', 'INPROCESS', 'DELIVERED', 'CANCELLED', 'RTS')),
  -- The status will not change again.
  final boolean not null default false,
  -- The courier still has this consignment.
  courier_live boolean not null default false,
  status_text text not null default '',
  -- Lists, totals and searches show rows with a number only. Deleting an order removes its number; the row stays because
  -- its reference must not be reused and the store order still needs it.
  tracking_number text,
  label_url text,
  order_name text not null,
  tag text not null default '',
  cod numeric(12, 2) not null,
  weight integer not null,
  pieces integer not null,
  consignee_name text not null,
  consignee_email text not null,
  consignee_phone text not null,
  consignee_phone2 text not null,
  consignee_phone3 text not null,
  consignee_address text not null,
  city text not null,
  destination_city text not null,
  destination_city_id text not null,
  products_list text not null,
  remarks text not null,
  payment_status text not null check (payment_status in ('UNPAID', 'PAID')),
  booked_by text not null,
  booked_by_user_id text,
  notify_customer boolean not null,
  -- The store did not respond, so the booking used our copy of the order.
  from_mirror boolean not null default false,
  needs_attention boolean not null default false,
  search_text text not null,
  created_at timestamptz not null,

  -- Booking. After asking the courier, every update requires the attempt_id of the attempt.
  attempt_id text,
  claimed_at timestamptz not null,
  asked_at timestamptz,
  lease_until timestamptz,
  answer text not null default '',
  plan_month text,
  booked_at timestamptz,

  -- Look-ups at the courier while the outcome of a booking is unknown.
  look_ups integer not null default 0,
  next_look_up_at timestamptz,
  look_up_until timestamptz,
  cancel_when_found boolean not null default false,

  -- Cancelling: which steps are done, and the next try. cancel_tries counts a request before it is sent.
  cancel_asked_at timestamptz,
  cancel_attempt_id text,
  cancel_courier_done boolean not null default false,
  cancel_next_at timestamptz,
  cancel_tries integer not null default 0,
  cancelled_at timestamptz,
  cancelled_by text,

  -- Tracking. An unchanged fingerprint means an unchanged parcel: only the times are updated.
  tracking_fingerprint text not null default '',
  last_tracked_at timestamptz,
  next_track_at timestamptz,
  -- The courier's last new information.
  last_courier_update_at timestamptz,
  status_at timestamptz,
  expected_at timestamptz,
  delivered_at timestamptz,
  -- Days in the shop's time zone from booking to delivery, cancellation or final return; null while under way.
  days_taken integer,

  deleted_at timestamptz,
  deleted_by text,
  deleted_number text,

  -- Stored keys for filters and sorting: lower() is not leakproof, so row-level security keeps it from using an index.
  destination_key text not null generated always as (lower(destination_city)) stored,
  consignee_key text not null generated always as (lower(consignee_name)) stored,
  order_number bigint not null
    generated always as (coalesce(left(substring(order_name from '[0-9]+'), 18), '0')::bigint) stored,

  primary key (shop_id, id),
  foreign key (shop_id, account_id) references courier_account
);
create unique index shipment_reference on shipment (shop_id, reference);
create unique index shipment_number on shipment (shop_id, company, tracking_number) where tracking_number is not null;
-- Public tracking: the shop is not known.
create index shipment_number_everywhere on shipment (tracking_number) where tracking_number is not null;

-- Work that is due, across shops.
create index shipment_asking on shipment (lease_until) where booking_state in ('claimed', 'asking');
create index shipment_look_up_due on shipment (next_look_up_at) where next_look_up_at is not null;
create index shipment_cancelling on shipment (cancel_next_at) where booking_state = 'cancelling';
create index shipment_tracking on shipment (shop_id, account_id, next_track_at) where next_track_at is not null;

-- The orders list, newest first, by each filter. The included columns are those that people combine with the filter, so
-- that lists and totals are answered from the index alone.
create index shipment_newest on shipment (shop_id, booked_at desc, id desc)
  include (days_taken) where tracking_number is not null;
create index shipment_status on shipment (shop_id, status, booked_at desc, id desc)
  include (days_taken, cod, payment_status, company, destination_key) where tracking_number is not null;
create index shipment_company on shipment (shop_id, company, booked_at desc, id desc)
  include (days_taken, payment_status) where tracking_number is not null;
create index shipment_destination on shipment (shop_id, destination_key, booked_at desc, id desc)
  include (days_taken, company, payment_status) where tracking_number is not null;
create index shipment_payment on shipment (shop_id, payment_status, booked_at desc, id desc)
  where tracking_number is not null;
create index shipment_booked_by on shipment (shop_id, booked_by, booked_at desc, id desc)
  include (status) where tracking_number is not null;
create index shipment_tag on shipment (shop_id, tag, booked_at desc, id desc)
  include (status) where tracking_number is not null and tag <> '';
create index shipment_phone on shipment (shop_id, consignee_phone, booked_at desc, id desc)
  where tracking_number is not null;

-- Search: the trigram index finds rare words. Common words are found by reading the newest orders in an index.
create index shipment_search on shipment using gin (shop_id, search_text gin_trgm_ops);
create index shipment_words on shipment (shop_id, booked_at desc, id desc)
  include (search_text, status) where tracking_number is not null;
create index shipment_status_words on shipment (shop_id, status, booked_at desc, id desc)
  include (search_text) where tracking_number is not null;

-- The orders list by each other sort; the reverse order reads the index backwards. The included columns are the filters.
-- Orders without a delivery date come last in both directions, which takes two indexes.
create index shipment_delivered on shipment (shop_id, delivered_at desc nulls last, id desc)
  include (status, payment_status, company, destination_key, booked_by, tag) where tracking_number is not null;
create index shipment_delivered_oldest on shipment (shop_id, delivered_at, id)
  include (status, payment_status, company, destination_key, booked_by, tag) where tracking_number is not null;
create index shipment_tracking_number on shipment (shop_id, tracking_number, id)
  include (status, payment_status, company, destination_key, booked_by, tag) where tracking_number is not null;
create index shipment_order_number on shipment (shop_id, order_number, id)
  include (status, payment_status, company, destination_key, booked_by, tag) where tracking_number is not null;
create index shipment_customer on shipment (shop_id, consignee_key, id)
  include (status, payment_status, company, destination_key, booked_by, tag) where tracking_number is not null;
create index shipment_cod on shipment (shop_id, cod, id)
  include (status, payment_status, company, destination_key, booked_by, tag) where tracking_number is not null;
-- Amounts within one status, such as the largest delivered and unpaid.
create index shipment_status_cod on shipment (shop_id, status, cod, id)
  include (payment_status, company, destination_key, booked_by, tag) where tracking_number is not null;

create function update_days_taken() returns trigger language plpgsql as $$
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
create trigger update_days_taken
  before insert or update of status, final, booked_at, delivered_at, cancelled_at, status_at on shipment
  for each row execute function update_days_taken();

-- The store orders of a shipment.
create table shipment_order (
  shop_id text not null,
  shipment_id text not null,
  store_order_id text not null,
  -- No other shipment can be booked for the order.
  holds boolean not null,
  position integer not null,
  lines jsonb not null,
  store_version text not null,
  store_copy jsonb not null,
  primary key (shop_id, shipment_id, store_order_id),
  foreign key (shop_id, shipment_id) references shipment on delete cascade,
  foreign key (shop_id, store_order_id) references store_order
);
-- An order is never booked twice: at most one shipment holds it.
create unique index shipment_order_held on shipment_order (shop_id, store_order_id) where holds;
create index shipment_order_order on shipment_order (shop_id, store_order_id);

create function update_order_held() returns trigger language plpgsql as $$
begin
  update store_order as o set held = now.held
  from (
    select c.shop_id, c.store_order_id, exists (
      select 1 from shipment_order as h
      where h.shop_id = c.shop_id and h.store_order_id = c.store_order_id and h.holds
    ) as held
    from (select distinct shop_id, store_order_id from changed) as c
  ) as now
  where o.shop_id = now.shop_id and o.id = now.store_order_id and o.held <> now.held;
  return null;
end $$;
create trigger update_order_held_on_insert after insert on shipment_order
  referencing new table as changed
  for each statement execute function update_order_held();
create trigger update_order_held_on_update after update on shipment_order
  referencing new table as changed
  for each statement execute function update_order_held();
create trigger update_order_held_on_delete after delete on shipment_order
  referencing old table as changed
  for each statement execute function update_order_held();

create function update_void_needed() returns trigger language plpgsql as $$
begin
  update store_order as o set void_needed = now.needed
  from (
    select c.store_order_id, exists (
      select 1 from shipment_order as h
      join shipment as s on s.shop_id = h.shop_id and s.id = h.shipment_id
      where h.shop_id = new.shop_id and h.store_order_id = c.store_order_id and s.status = 'CANCELLED' and s.courier_live
    ) as needed
    from shipment_order as c
    where c.shop_id = new.shop_id and c.shipment_id = new.id
  ) as now
  where o.shop_id = new.shop_id and o.id = now.store_order_id and o.void_needed <> now.needed;
  return null;
end $$;
create trigger update_void_needed after update on shipment
  for each row
  when ((old.status = 'CANCELLED' and old.courier_live) <> (new.status = 'CANCELLED' and new.courier_live))
  execute function update_void_needed();
