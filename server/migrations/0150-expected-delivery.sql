-- How long a courier takes to a city, from the figures by day (docs/decisions/0016).
create index shipment_courier_city_day_delivered on shipment_courier_city_day
  (shop_id, destination_key, company, ended_day) include (booked_day, n) where status = 'DELIVERED';
create index shipment_courier_day_delivered on shipment_courier_day
  (shop_id, company, ended_day) include (booked_day, n) where status = 'DELIVERED';
