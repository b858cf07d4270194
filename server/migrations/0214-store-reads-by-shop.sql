-- Stores are read by a job of each shop, which finds its row by its key.
drop index store_sync_due;
