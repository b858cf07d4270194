-- What labels, load sheets, emails and the tracking page show of the shop. Null: as the store has it.
alter table shop_setting
  add shipper_name text,
  add shipper_phone text,
  add shipper_address text,
  add shipper_city text,
  -- Empty: to the shipper's address.
  add return_address text not null default '',
  add label_note text not null default '',
  -- A paper size of the contract.
  add label_size text not null default 'a4-4',
  add label_parts text[] not null default '{logo,phone,address,return-address,note}',
  add sheet_parts text[] not null default '{logo,phone,address}',
  add labels_revision integer not null default 0,
  add colour text not null default '#0b6365' check (colour ~ '^#[0-9a-f]{6}$'),
  add contact_phone text,
  add contact_email text,
  add tracking_language text not null default 'browser' check (tracking_language in ('browser', 'en', 'ur')),
  add tracking_page_revision integer not null default 0,
  -- Of booking defaults and order tags.
  add revision integer not null default 0;

create table shop_logo (
  shop_id text primary key references shop,
  -- SHA-256 of the picture, in hex: part of its address.
  hash text not null,
  png bytea not null,
  width integer not null,
  height integer not null,
  updated_at timestamptz not null
);

alter table shop_logo enable row level security;
create policy tenant on shop_logo to courierdesk_tenant
  using (shop_id = current_setting('app.shop_id', true))
  with check (shop_id = current_setting('app.shop_id', true));
create policy across_shops on shop_logo to courierdesk_system using (true) with check (true);
grant select, insert, update, delete on shop_logo to courierdesk_tenant, courierdesk_system;
