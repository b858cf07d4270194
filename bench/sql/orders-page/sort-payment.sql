select coalesce(sum(n), 0) as "n"
from (select "n"
from "shipment_count"
where "shop_id" = $1
and "destination_key" is null union all select "n"
from "shipment_count_change"
where "shop_id" = $2) as "counted";

select "s"."id", "s"."tracking_number", "s"."status", "s"."status_text", "s"."payment_status", "s"."destination_city", "s"."company", "s"."order_name", "s"."consignee_name", "s"."consignee_phone", "s"."cod", "s"."booked_by", "s"."tag", "s"."final", "s"."booking_state", "s"."needs_attention", "a"."name" as "account_name", to_char(coalesce(s.booked_at, s.created_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "booked_at", to_char(s.delivered_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "delivered_at", to_char(s.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "created_at", case when s.cod = 0 then (
  select sum(o.total)::numeric(12, 2)::text
from shipment_order so
  join store_order o on o.shop_id = so.shop_id
and o.id = so.store_order_id
 
where so.shop_id = s.shop_id
and so.shipment_id = s.id) end as "value"
from "shipment" as "s"
left join "courier_account" as "a" on "a"."shop_id" = "s"."shop_id"
and "a"."id" = "s"."account_id"
where "s"."shop_id" = $1
and s.id = any(array(select "s"."id"
from "shipment" as "s"
where "s"."shop_id" = $2
and "s"."tracking_number" is not null
order by "s"."payment_status" desc, "s"."booked_at" asc, "s"."id" asc
limit 50 offset 0))
order by "s"."payment_status" desc, "s"."booked_at" asc, "s"."id" asc;
