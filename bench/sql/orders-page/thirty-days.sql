select count(*) as "n"
from "shipment" as "s"
where "s"."shop_id" = $1
and "s"."tracking_number" is not null
and "s"."booked_at" >= $2::timestamp at time zone $3
and "s"."booked_at" < $4::timestamp at time zone $5;

select set_config('app.page', coalesce(string_agg(page.id, ','), ''), true) as "ids"
from (select "s"."id"
from "shipment" as "s"
where "s"."shop_id" = $1
and "s"."tracking_number" is not null
and "s"."booked_at" >= $2::timestamp at time zone $3
and "s"."booked_at" < $4::timestamp at time zone $5
order by "s"."booked_at" desc, "s"."id" desc
limit $6) as "page";

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
and s.id = any(string_to_array(current_setting('app.page'), ','))  -- keep prepared;
