-- Order numbers as people type them: 1043 finds #1043 and KI-1043.
create index store_order_number on store_order (shop_id, number);

-- The search in the top bar reads the newest rows first. These functions find the rest: rare words, by the trigram indexes
-- alone (the settings forbid other plans), and never more than max_rows of them. As in 0014-functions.sql, they may use
-- the indexes because they run as courierdesk_system.
create function rare_shipments(first_pattern text, second_pattern text, max_rows integer)
returns setof text language sql stable security definer
set search_path = public, pg_temp set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off as $$
  select id from shipment
  where shop_id = current_setting('app.shop_id', true) and search_text like first_pattern
    and search_text like second_pattern and tracking_number is not null
  limit max_rows
$$;

create function rare_store_orders(first_pattern text, second_pattern text, max_rows integer)
returns setof text language sql stable security definer
set search_path = public, pg_temp set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off as $$
  select id from store_order
  where shop_id = current_setting('app.shop_id', true) and deleted_at is null
    -- The search text has lines, so a word of a pattern follows a space or a new line.
    and (search_text like first_pattern or search_text like replace(first_pattern, '% ', E'%\n'))
    and (search_text like second_pattern or search_text like replace(second_pattern, '% ', E'%\n'))
  limit max_rows
$$;

grant create on schema public to courierdesk_system;
do $$
declare name regprocedure;
begin
  foreach name in array array[
    'rare_shipments(text, text, integer)', 'rare_store_orders(text, text, integer)'
  ]::regprocedure[] loop
    execute format('alter function %s owner to courierdesk_system', name);
    execute format('revoke all on function %s from public', name);
    execute format('grant execute on function %s to courierdesk_tenant', name);
  end loop;
end $$;
revoke create on schema public from courierdesk_system;
