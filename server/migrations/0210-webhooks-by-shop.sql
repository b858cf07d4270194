-- The queue of jobs runs one job for the webhooks of a shop, so a delivery needs no lease.
alter table webhook_inbox drop column lease_until;
drop index webhook_inbox_due;
create index webhook_inbox_due on webhook_inbox (shop_id, id) where processed_at is null;
