-- The queue of jobs runs one comparison of a shop, and one job of its repairs, at a time, so they need no leases. A repair is
-- saved by the run that read it: its `next_at` has not changed since.
-- `difference_repair.lease_id` and `lease_until` stay for the version before this one, whose requests write them.
alter table comparison drop column lease_id, drop column lease_until;
drop index comparison_due;
drop index difference_repair_due;
create index difference_repair_due on difference_repair (shop_id, next_at) where state in ('asked', 'waiting');
