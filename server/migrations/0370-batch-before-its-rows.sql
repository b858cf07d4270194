-- The batch is locked before its row, as in all other changes of rows. Otherwise this would wait for a person who changes the rows, and they
-- for this.
create or replace function settle_batch_row() returns trigger language plpgsql as $$
declare
  row_of_batch record;
begin
  if new.booking_state = 'released' and old.booking_state <> 'uncertain' then return null; end if;
  if new.booking_state not in ('booked', 'uncertain', 'rejected', 'released') then return null; end if;
  select batch_id into row_of_batch from batch_row where shop_id = new.shop_id and shipment_id = new.id;
  if not found then return null; end if;
  perform from batch where shop_id = new.shop_id and id = row_of_batch.batch_id for update;
  update batch_row set
    state = case when new.booking_state in ('booked', 'uncertain') then new.booking_state else 'failed' end,
    code = case
      when new.booking_state = 'rejected' then 'courier-rejected'
      when new.booking_state = 'released' then 'courier-uncertain' end,
    message = '',
    due_at = null,
    ended_at = coalesce(new.booked_at, new.asked_at, new.claimed_at)
  where shop_id = new.shop_id and shipment_id = new.id;
  return null;
end $$;
