-- Lists of cities are read by a job of each account, which finds its row by its key.
drop index courier_account_cities;
