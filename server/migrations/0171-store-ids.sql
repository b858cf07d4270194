-- The store's own id: its myshopify.com name can change (docs/decisions/0025).
-- Filled at the next installation or nightly refresh.
alter table shop add column platform_shop_id text;
create unique index shop_platform_shop_id on shop (platform_shop_id);
