-- The combinations that exist (docs/architecture.md, "States of a shipment"). Rows from before are not checked until they
-- change.
alter table shipment add constraint shipment_states check (
  case booking_state
    when 'booked' then
      case status when 'DELIVERED' then final when 'CANCELLED' then true when 'RTS' then true else not final end
    when 'cancelling' then status in ('FULFILLED', 'INPROCESS', 'RTS') and not final and cancel_attempt_id is not null
    else status = 'FULFILLED' and not final and tracking_number is null
  end
) not valid;
