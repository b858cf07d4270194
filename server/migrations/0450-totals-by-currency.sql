-- As in 0003-store-orders.sql and 0193-returned-before.sql, but by currency first: amounts of two currencies cannot be compared.
drop index store_order_total;
create index store_order_total on store_order (shop_id, currency, total_paisa, id) where deleted_at is null;
drop index store_order_open_total;
create index store_order_open_total on store_order (shop_id, currency, total_paisa, id)
  include (city, problems, void_needed, second_parcel, returned_before, cod, assigned_account_id, placed_at, store_weight, to_ship)
  where cancelled_at is null and deleted_at is null and to_ship > 0 and not held;
