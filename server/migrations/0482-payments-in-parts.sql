-- How each payment of a courier for the parcel is known again in a later statement: by its number in small letters, or else by its
-- date. Empty when neither is known, as for parcels that were paid before.
alter table shipment add column payment_references text[] not null default '{}';
