-- The store showed at least a part of the parcel as fulfilled with its number when it was last read. While the update of the rest is
-- stopped, its tag and its events go on.
alter table desired_store_state add column partly_in_store boolean not null default false;
