-- Parcels for which their courier paid less than the COD, newest first.
create index shipment_paid_short on shipment (shop_id, booked_at desc, id desc)
  where payment_status = 'PAID' and paid_amount < cod;
