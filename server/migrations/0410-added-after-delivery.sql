-- Few parcels were added after their delivery: their days to deliver are not known. The comparison of cities leaves them out.
create index shipment_courier_city_day_unknown on shipment_courier_city_day (shop_id, booked_day)
  where status = 'DELIVERED' and ended_day < booked_day;
