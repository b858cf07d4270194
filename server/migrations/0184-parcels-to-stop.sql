-- A row names the courier of a cancelled parcel that must be stopped first. Until now it was always M&P.
update batch_row set facts = jsonb_set(facts, '{void_needed}', jsonb_build_object(
  'tracking_number', facts->>'void_needed', 'courier', 'M&P', 'how_to_stop', 'Void it in the M&P portal'))
where jsonb_typeof(facts->'void_needed') = 'string';

-- Cancelled parcels that the courier moved: their orders are not booked again before a person stopped them.
update shipment set courier_live = true
where status = 'CANCELLED' and not courier_live and not final and exists (
  select 1 from attention
  where attention.shop_id = shipment.shop_id and attention.shipment_id = shipment.id
    and attention.kind = 'moving-after-cancel' and attention.closed_at is null
);
