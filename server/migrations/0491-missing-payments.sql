-- Parcels that their courier may have left out of its payments.
create index shipment_unpaid on shipment (shop_id, company, ended_day)
  where status = 'DELIVERED' and payment_status = 'UNPAID' and cod > 0;
