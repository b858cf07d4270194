-- Since when the courier knows none of the parcels that were booked before the credentials of the account were changed. Null
-- while it knows one of them.
alter table courier_account add parcels_unknown_since timestamptz;
