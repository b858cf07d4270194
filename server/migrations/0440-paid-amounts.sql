-- What was received for a paid parcel, in rupees. Null when it is not known, as for parcels that were paid before.
alter table shipment add column paid_amount numeric(12, 2);
