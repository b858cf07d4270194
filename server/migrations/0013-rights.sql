-- Row-level security. courierdesk_tenant sees only the shop in the setting app.shop_id; courierdesk_system works across
-- shops. A later migration that adds a table repeats these statements for it.
do $$
declare
  name text;
  shop_column text;
begin
  for name in
    select tablename from pg_tables
    where schemaname = 'public' and tablename not like 'kysely%' and tablename not in ('oauth_state', 'rate_limit')
  loop
    shop_column := case name when 'shop' then 'id' else 'shop_id' end;
    execute format('alter table %I enable row level security', name);
    execute format(
      'create policy tenant on %I to courierdesk_tenant
         using (%I = current_setting(''app.shop_id'', true))
         with check (%I = current_setting(''app.shop_id'', true))',
      name, shop_column, shop_column);
    execute format(
      'create policy across_shops on %I to courierdesk_system using (true) with check (true)',
      name);
    execute format('grant select, insert, update, delete on %I to courierdesk_tenant, courierdesk_system', name);
  end loop;
end $$;

-- These tables hold no rows of a shop.
grant select, insert, update, delete on oauth_state, rate_limit to courierdesk_tenant, courierdesk_system;

-- The audit trail can only be added to and read. erase_audit_events (0014-functions.sql) is the one exception.
revoke update, delete on audit_event from courierdesk_tenant, courierdesk_system;
