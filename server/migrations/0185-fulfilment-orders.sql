-- The parts of an order that wait in the store, each with its hold, its schedule and its way of delivery; empty when a courier
-- of ours can take all of them.
alter table store_order add column fulfilment_orders jsonb not null default '[]';

-- Until they are read again, orders that the store holds or schedules have one such part, of which only this is known.
update store_order set fulfilment_orders = jsonb_build_array(jsonb_build_object(
  'id', '', 'status', fulfilment_status, 'requestStatus', '', 'canFulfil', false, 'fulfilAt', '', 'holds', '[]'::jsonb,
  'deliveryMethod', '', 'locationId', '', 'locationName', '', 'lines', '[]'::jsonb))
where fulfilment_status in ('ON_HOLD', 'SCHEDULED') and cancelled_at is null and deleted_at is null;
