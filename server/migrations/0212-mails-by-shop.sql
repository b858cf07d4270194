-- The queue of jobs runs one job for the mails of a shop, so a mail needs no lease.
alter table mail drop column lease_id;
drop index mail_due;
create index mail_due on mail (shop_id, next_at) where state = 'waiting';
