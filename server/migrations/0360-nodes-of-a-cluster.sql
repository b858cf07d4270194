-- Which nodes do not answer, and whose rows are on them. One PostgreSQL has no nodes; on a cluster `npm run distribute` gives both functions
-- another body.
create function nodes_out_of_reach() returns setof text language sql stable as $$
  select null::text where false
$$;
create function shops_out_of_reach() returns setof text language sql stable as $$
  select null::text where false
$$;

-- The shop of the setting is read once, so that a cluster asks only the node of the shop.
create or replace function search_shipments(words text)
returns setof text language plpgsql stable security definer
set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare shop text := current_setting('app.shop_id', true);
begin
  return query select id from shipment
  where shop_id = shop and search_text like '%' || lower(words) || '%' and tracking_number is not null;
end $$;

create or replace function search_store_orders(words text)
returns setof text language plpgsql stable security definer
set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare shop text := current_setting('app.shop_id', true);
begin
  return query select id from store_order where shop_id = shop and search_text like '%' || lower(words) || '%';
end $$;

create or replace function tagged_store_orders(wanted text)
returns setof text language plpgsql stable security definer
set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare shop text := current_setting('app.shop_id', true);
begin
  return query select id from store_order where shop_id = shop and tag_keys @> array[lower(wanted)];
end $$;
