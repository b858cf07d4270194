import { sql, type Kysely } from 'kysely';

/** Store orders as a work queue: each sort of the list has its index, which also holds what the list is filtered by. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(columns).execute(db);
  await sql.raw(indexes).execute(db);
  await sql.raw(voids).execute(db);
  await sql.raw(tagSearch).execute(db);
}

/** Row-level security keeps comparisons of numeric values away from indexes, so amounts are whole numbers here. */
const columns = `
create function lower_all(texts text[]) returns text[] language sql immutable parallel safe as $$
  select array(select lower(one) from unnest(texts) as one)
$$;
alter table store_order
  -- Whole rupees that a courier collects, rounded half up.
  add column cod bigint not null generated always as (floor(greatest(outstanding, 0) + 0.5)::bigint) stored,
  add column total_paisa bigint not null generated always as ((total * 100)::bigint) stored,
  add column city_key text not null generated always as (lower(city)) stored,
  add column tag_keys text[] not null generated always as (lower_all(tags)) stored,
  -- Grams of what is still to ship; 0 until the order is read again, and where the store knows no weight.
  add column store_weight integer not null default 0,
  -- M&P still holds the number of a booking that was cancelled here. Kept by a trigger on shipment.
  add column void_needed boolean not null default false,
  -- A person chose this courier account, ahead of the courier rules.
  add column assigned_account_id text,
  add foreign key (shop_id, assigned_account_id) references courier_account on delete set null (assigned_account_id);
`;

const open = 'cancelled_at is null and deleted_at is null and to_ship > 0 and not held';
const filters = 'city, problems, void_needed, cod, total_paisa, assigned_account_id';

const indexes = `
drop index store_order_open, store_order_open_cities;
create index store_order_open on store_order (shop_id, placed_at, id) include (${filters}) where ${open};
create index store_order_open_total on store_order (shop_id, total_paisa, id)
  include (city, problems, void_needed, cod, assigned_account_id, placed_at) where ${open};
create index store_order_open_city on store_order (shop_id, city_key, placed_at, id)
  include (${filters}) where ${open};
create index store_order_total on store_order (shop_id, total_paisa, id) where deleted_at is null;
create index store_order_city on store_order (shop_id, city_key, placed_at, id) where deleted_at is null;
`;

const voids = `
create function mark_void_needed() returns trigger language plpgsql as $$
begin
  update store_order as o set void_needed = now.needed
  from (
    select c.store_order_id, exists (
      select 1 from shipment_order as h
      join shipment as s on s.shop_id = h.shop_id and s.id = h.shipment_id
      where h.shop_id = new.shop_id and h.store_order_id = c.store_order_id and s.status = 'CANCELLED' and s.courier_live
    ) as needed
    from shipment_order as c
    where c.shop_id = new.shop_id and c.shipment_id = new.id
  ) as now
  where o.shop_id = new.shop_id and o.id = now.store_order_id and o.void_needed <> now.needed;
  return null;
end $$;
create trigger shipment_void_changed after update on shipment for each row
  when ((old.status = 'CANCELLED' and old.courier_live) <> (new.status = 'CANCELLED' and new.courier_live))
  execute function mark_void_needed();
update store_order as o set void_needed = true
from shipment as s join shipment_order as h on h.shop_id = s.shop_id and h.shipment_id = s.id
where s.status = 'CANCELLED' and s.courier_live and o.shop_id = h.shop_id and o.id = h.store_order_id;
`;

/** Row-level security would keep the search from its index, so it has a function that takes the shop from the setting. */
const tagSearch = `
create index store_order_tags on store_order using gin (shop_id, tag_keys);

create function tagged_store_orders(wanted text)
returns setof text language sql stable security definer set search_path = public, pg_temp as $$
  select id from store_order
  where shop_id = current_setting('app.shop_id', true) and tag_keys @> array[lower(wanted)]
$$;
grant create on schema public to courierdesk_system;
alter function tagged_store_orders(text) owner to courierdesk_system;
revoke all on function tagged_store_orders(text) from public;
grant execute on function tagged_store_orders(text) to courierdesk_tenant;
revoke create on schema public from courierdesk_system;
`;
