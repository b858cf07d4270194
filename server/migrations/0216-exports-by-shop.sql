-- The queue of jobs runs one job of an export at a time, so it needs no lease. `run_id` names the run that may finish it.
-- `lease_until` stays for the version before this one, whose requests write it.
alter table order_export rename column lease_id to run_id;
drop index order_export_due;
create index order_export_under_way on order_export (shop_id) where state = 'under-way';
