-- As in 0040-figures-by-day.sql, but a return keeps the day on which it began when its end sets a later status_at.
-- An earlier one corrects that day: the scans of the return became known after its status.
create or replace function update_days_taken() returns trigger language plpgsql as $$
declare
  ended timestamptz := case
    when new.status = 'DELIVERED' then new.delivered_at
    when new.status = 'CANCELLED' then coalesce(new.cancelled_at, new.status_at)
    when new.status = 'RTS' and new.final then new.status_at
  end;
  arrived timestamptz := case new.status when 'DELIVERED' then new.delivered_at when 'RTS' then new.status_at end;
begin
  new.days_taken := null;
  new.booked_day := null;
  new.ended_day := null;
  if new.booked_at is not null then
    select
      (ended at time zone time_zone)::date - (new.booked_at at time zone time_zone)::date,
      (new.booked_at at time zone time_zone)::date,
      (arrived at time zone time_zone)::date
    into new.days_taken, new.booked_day, new.ended_day from shop where id = new.shop_id;
    if tg_op = 'UPDATE' and old.status = 'RTS' and new.status = 'RTS' then
      new.ended_day := least(old.ended_day, new.ended_day);
    end if;
  end if;
  return new;
end $$;
