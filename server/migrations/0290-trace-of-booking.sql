-- The trace of the booking, in the form of W3C Trace Context, so that work which is done later is added to it. Null while
-- traces are off.
alter table shipment add column traceparent text;
