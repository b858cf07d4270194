-- The job of store updates looks for those of orders that the store shows us again.
create index desired_store_state_out_of_reach on desired_store_state (shop_id) where state = 'out-of-reach';
