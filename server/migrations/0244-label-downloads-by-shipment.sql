-- A job of each label downloads it, and finds its row by its key.
drop index shipment_slip_due;
create index shipment_slip_due on shipment_slip (shop_id) where next_at is not null;
