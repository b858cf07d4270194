-- The queue of jobs runs one comparison of a subscription at a time, so it needs no lease.
alter table subscription drop column lease_until;
drop index subscription_check;
