-- The worker takes the due store updates of every shop in turn, so it looks for the oldest one of each shop.
create index desired_store_state_due_by_shop on desired_store_state (shop_id, next_at) where state = 'due';
drop index desired_store_state_due;
