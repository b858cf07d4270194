-- A job of each courier account books its rows, and a job of each batch compares it with the store. The queue runs one
-- at a time.
create or replace function settle_batch_row() returns trigger language plpgsql as $$
begin
  if new.booking_state = 'released' and old.booking_state <> 'uncertain' then return null; end if;
  if new.booking_state not in ('booked', 'uncertain', 'rejected', 'released') then return null; end if;
  update batch_row set
    state = case new.booking_state when 'booked' then 'booked' when 'uncertain' then 'uncertain' else 'failed' end,
    code = case new.booking_state
      when 'rejected' then 'courier-rejected' when 'released' then 'courier-uncertain' end,
    message = '',
    due_at = null,
    ended_at = coalesce(new.booked_at, new.asked_at, new.claimed_at)
  where shop_id = new.shop_id and shipment_id = new.id;
  return null;
end $$;
alter table batch_row drop column lease_id;
