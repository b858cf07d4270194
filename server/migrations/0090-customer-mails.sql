-- Which emails customers get about their parcels, and their wording. No row: our wording, turned off.
create table customer_mail_setting (
  shop_id text not null references shop,
  kind text not null,
  enabled boolean not null,
  subject text not null,
  message text not null,
  primary key (shop_id, kind)
);

-- Emails to customers: one row when it is due, in the transaction of the change. The worker writes and sends it.
create table customer_mail (
  shop_id text not null,
  id text not null,
  shipment_id text not null,
  kind text not null,
  -- The user who asked for it; empty if it was due by the shop's settings.
  requested_by text not null default '',
  state text not null check (state in ('waiting', 'queued', 'skipped')),
  next_at timestamptz,
  mail_id text,
  created_at timestamptz not null,
  primary key (shop_id, id),
  foreign key (shop_id, shipment_id) references shipment
);
create unique index customer_mail_once on customer_mail (shop_id, shipment_id, kind) where requested_by = '';
create index customer_mail_of_shipment on customer_mail (shop_id, shipment_id);
create index customer_mail_due on customer_mail (next_at) where state = 'waiting';

alter table customer_mail_setting enable row level security;
create policy tenant on customer_mail_setting to courierdesk_tenant
  using (shop_id = current_setting('app.shop_id', true))
  with check (shop_id = current_setting('app.shop_id', true));
create policy across_shops on customer_mail_setting to courierdesk_system using (true) with check (true);
grant select, insert, update, delete on customer_mail_setting to courierdesk_tenant, courierdesk_system;

alter table customer_mail enable row level security;
create policy tenant on customer_mail to courierdesk_tenant
  using (shop_id = current_setting('app.shop_id', true))
  with check (shop_id = current_setting('app.shop_id', true));
create policy across_shops on customer_mail to courierdesk_system using (true) with check (true);
grant select, insert, update, delete on customer_mail to courierdesk_tenant, courierdesk_system;

-- Where replies go; empty: to the sender.
alter table mail add reply_to text not null default '';
