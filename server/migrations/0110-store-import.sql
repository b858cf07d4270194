-- The import of a new shop's orders. `export`: the store writes a file of them. `file`: we read that file. `pages`: we
-- read all orders in pages instead. `changes`: we read what changed since. Null: no import is running.
alter table store_sync
  add column backfill_phase text check (backfill_phase in ('export', 'file', 'pages', 'changes')),
  add column backfill_started_at timestamptz,
  -- Orders that the store counted, and orders read so far.
  add column backfill_expected integer,
  add column backfill_read integer not null default 0,
  -- Where the next order begins in the export's file, in bytes.
  add column backfill_offset bigint not null default 0,
  -- When the current export was requested: what the store reports later is newer than the file.
  add column backfill_requested_at timestamptz,
  -- Exports that failed in this import.
  add column backfill_failed_exports integer not null default 0;

update store_sync
set backfill_phase = 'export', backfill_started_at = now(), backfill_operation = null
where backfill_since is not null;

-- Finds later deliveries about the orders of a file, and the open ones as before.
drop index webhook_inbox_open;
create index webhook_inbox_order on webhook_inbox (shop_id, platform_order_id, received_at);
