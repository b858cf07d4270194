-- The queue of jobs runs one job of a task at a time, so it needs no lease.
alter table shipment_task drop column lease_id, drop column lease_until;
drop index shipment_task_due;
create index shipment_task_under_way on shipment_task (shop_id) where next_at is not null;
