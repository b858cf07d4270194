-- From when a parcel under way is late: the end of the day on which its courier expected it, or three days after the booking.
-- Null for a parcel that ended, goes back, or that we do not follow. The shop's calendar decides.
alter table shipment add late_from timestamptz;

create function update_late_from() returns trigger language plpgsql as $$
begin
  new.late_from := null;
  if new.account_id is null or new.booking_state <> 'booked' or new.final or new.status not in ('FULFILLED', 'INPROCESS') then
    return new;
  end if;
  new.late_from := new.booked_at + interval '72 hours';
  if new.expected_at is not null then
    select ((new.expected_at at time zone time_zone)::date + 1)::timestamp at time zone time_zone
    into new.late_from from shop where id = new.shop_id;
  end if;
  return new;
end $$;
create trigger update_late_from
  before insert or update of account_id, booking_state, status, final, booked_at, expected_at on shipment
  for each row execute function update_late_from();

update shipment set expected_at = expected_at
where account_id is not null and booking_state = 'booked' and not final and status in ('FULFILLED', 'INPROCESS');

create index shipment_late on shipment (shop_id, booked_at desc, id desc)
  include (late_from, next_track_at, cod, payment_status, status) where late_from is not null and tracking_number is not null;
