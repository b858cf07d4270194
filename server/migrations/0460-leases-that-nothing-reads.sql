-- Columns that 0217, 0218 and 0219 kept for the version before 0.2.0. Neither 0.2.0 nor later versions read or write them.
alter table difference_repair drop column lease_id, drop column lease_until;
alter table import drop column lease_id, drop column lease_until;
alter table label_print drop column lease_id, drop column lease_until;
alter table load_sheet drop column lease_id, drop column lease_until;
alter table order_export drop column lease_until;
