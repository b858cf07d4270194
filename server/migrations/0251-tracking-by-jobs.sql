-- A job of each courier account tracks its parcels. The queue runs one at a time.
alter table courier_account drop column track_lease_id, drop column track_lease_until;
drop index courier_account_tracking;
