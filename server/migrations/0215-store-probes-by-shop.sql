-- Closed stores are asked by a job of each shop, which finds its row by its key.
drop index shop_credential_probe;
