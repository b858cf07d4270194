-- The store showed all items of the parcel as fulfilled with its number when it was last read. A store update that waits or stopped
-- does not change that.
alter table desired_store_state add column in_store boolean not null default false;
update desired_store_state set in_store = true where state = 'done' and fulfilled;
