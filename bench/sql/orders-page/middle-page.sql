select coalesce(sum(n), 0) as "n"
from "shipment_count"
where "shop_id" = $1;

select "s"."id"
from "shipment" as "s"
where "s"."shop_id" = $1
and "s"."tracking_number" is not null
order by "s"."booked_at" desc, "s"."id" desc
limit 50 offset $2;

select "s"."id", "s"."tracking_number", "s"."booked_at", "s"."status", "s"."status_text", "s"."payment_status", "s"."destination_city", "s"."delivered_at", "s"."company", "s"."order_name", "s"."consignee_name", "s"."consignee_phone", "s"."cod", "s"."created_at", "s"."booked_by", "s"."tag", "s"."final", "s"."booking_state", "s"."needs_attention", "a"."name" as "account_name"
from "shipment" as "s"
left join "courier_account" as "a" on "a"."shop_id" = "s"."shop_id"
and "a"."id" = "s"."account_id"
where "s"."shop_id" = $1
and s.id = any($2);
