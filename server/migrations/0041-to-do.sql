-- What keeps a parcel from being delivered, by the courier's newest words (contract: ParcelTrouble).
alter table shipment add trouble text check (trouble in ('attempted', 'held', 'return-next'));
create index shipment_trouble on shipment (shop_id, booked_at desc, id desc)
  include (trouble, status) where trouble is not null and tracking_number is not null;

-- Batches with rows that wait for a person or a worker.
create index batch_row_unfinished on batch_row (shop_id, batch_id)
  where state in ('draft', 'queued', 'booking', 'changed');
create index import_unfinished on import (shop_id, id) where state in ('under-way', 'stopped');

-- Steps of the checklist of a new shop that a person ticked. Other steps are done once their facts are there.
create table checklist_step (
  shop_id text not null references shop,
  step text not null,
  done_at timestamptz not null,
  done_by text not null,
  primary key (shop_id, step)
);
alter table checklist_step enable row level security;
create policy tenant on checklist_step to courierdesk_tenant
  using (shop_id = current_setting('app.shop_id', true)) with check (shop_id = current_setting('app.shop_id', true));
create policy across_shops on checklist_step to courierdesk_system using (true) with check (true);
grant select, insert, update, delete on checklist_step to courierdesk_tenant, courierdesk_system;
