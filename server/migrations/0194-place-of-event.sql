-- place: where the event stands in the courier's own sequence, from 0. It orders events of one moment: a scan without a usable
-- time has that of the one before it, and some couriers give no seconds.
alter table shipment_event add place integer not null default 0;
