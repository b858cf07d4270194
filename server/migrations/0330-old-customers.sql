-- The customers of parcels that ended so many years ago are erased every night. Null: they are kept. What a night has erased
-- is counted in the transactions that erase, until the activity log gets the sums.
alter table shop_setting
  add keep_customers_years integer check (keep_customers_years between 1 and 10),
  add erased_old_parcels integer not null default 0,
  add erased_old_orders integer not null default 0;

-- Parcels that ended and whose customer is not erased, the oldest first.
create index shipment_ended on shipment (shop_id, greatest(created_at, delivered_at, cancelled_at, status_at), id)
  where customer_erased_at is null and (final or booking_state in ('rejected', 'released'));

-- What belongs to a parcel is found by the parcel.
create index attention_of_shipment on attention (shop_id, shipment_id);
create index import_row_of_shipment on import_row (shop_id, shipment_id) where shipment_id is not null;
