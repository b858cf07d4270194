-- Each delivered parcel locked all store orders with its phone number, most of which stay as they are: with hundreds of them,
-- deliveries and bookings of one customer waited for each other. Only those that change are locked now. The lock of the number lets
-- each change see the parcels of those before it.
create or replace function update_returned_before() returns trigger language plpgsql as $$
declare
  came_back boolean;
begin
  perform pg_advisory_xact_lock(hashtextextended(new.shop_id || ' ' || new.consignee_phone, 0));
  came_back := came_back_before(new.shop_id, new.consignee_phone);
  perform from store_order
  where shop_id = new.shop_id and phone = new.consignee_phone and returned_before <> came_back order by id for no key update;
  if found then
    update store_order set returned_before = came_back
    where shop_id = new.shop_id and phone = new.consignee_phone and returned_before <> came_back;
  end if;
  return null;
end $$;
