-- The queue of jobs runs one job of an import or preview at a time, so they need no leases. Parts of an import are saved from
-- the row where the last one ended, so that a part is saved once.
-- `import.lease_id` and `import.lease_until` stay for the version before this one, whose requests write them.
alter table import_preview drop column lease_id, drop column lease_until;
drop index import_due;
drop index import_preview_due;
create index import_preview_under_way on import_preview (shop_id) where state = 'under-way';
