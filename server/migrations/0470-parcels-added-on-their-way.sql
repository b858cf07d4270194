-- A parcel that was booked elsewhere is added later: it began with the booking or first scan that its courier knows. Its
-- days count from there. Null for a parcel that was booked here, and while the courier has said nothing.
alter table shipment add column began_at timestamptz;

-- As in 0240-late-parcels.sql, but from the beginning of the parcel.
create or replace function update_late_from() returns trigger language plpgsql as $$
begin
  new.late_from := null;
  if new.account_id is null or new.booking_state <> 'booked' or new.final or new.status not in ('FULFILLED', 'INPROCESS') then
    return new;
  end if;
  new.late_from := coalesce(new.began_at, new.booked_at) + interval '72 hours';
  if new.expected_at is not null then
    select ((new.expected_at at time zone time_zone)::date + 1)::timestamp at time zone time_zone
    into new.late_from from shop where id = new.shop_id;
  end if;
  return new;
end $$;

-- As in 0420-day-a-return-began.sql, but the days count from the beginning of the parcel.
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
      (ended at time zone time_zone)::date - (coalesce(new.began_at, new.booked_at) at time zone time_zone)::date,
      (new.booked_at at time zone time_zone)::date,
      (arrived at time zone time_zone)::date
    into new.days_taken, new.booked_day, new.ended_day from shop where id = new.shop_id;
    if tg_op = 'UPDATE' and old.status = 'RTS' and new.status = 'RTS' then
      new.ended_day := least(old.ended_day, new.ended_day);
    end if;
  end if;
  return new;
end $$;

-- The triggers run for `booked_at`. Of parcels that have ended, the days stay as they were.
update shipment as s set booked_at = s.booked_at, began_at = least(s.booked_at, (
  select min(at) from shipment_event as e where e.shop_id = s.shop_id and e.shipment_id = s.id))
where s.origin = 'imported' and not s.final;
