-- The version of the courier account that the courier was asked with. Null for bookings of before.
alter table shipment add column account_version integer;
