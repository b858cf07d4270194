-- What was received at the door for a store order. It is marked as paid there if exactly this is open; null: nothing to mark.
alter table desired_store_state add column received numeric(12, 2);
update desired_store_state as d set received = (
  select round((h.store_copy ->> 'outstanding')::numeric) from shipment_order as h
  where h.shop_id = d.shop_id and h.shipment_id = d.shipment_id and h.store_order_id = d.store_order_id)
where d.mark_paid;
alter table desired_store_state drop column mark_paid;
