-- The queue of jobs runs one job of a print or load sheet at a time, so they need no leases. Their columns `lease_id` and
-- `lease_until` stay for the version before this one, whose requests use them.
drop index label_print_due;
drop index load_sheet_due;
create index load_sheet_asking on load_sheet (shop_id) where state = 'asking';
