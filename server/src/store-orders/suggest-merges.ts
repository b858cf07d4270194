import type { MergeSuggestion } from '@courierdesk/contract/store-orders';
import { maxMergedOrders } from '@courierdesk/contract/merging';
import { sql } from 'kysely';
import type { UserActor } from '../actor.ts';
import type { Context } from '../context.ts';
import type { Db } from '../db/client.ts';
import { withShop } from '../db/tenancy.ts';
import { codOf } from './present.ts';

const customersShown = 20;

/** Customers, by phone number, with several orders that wait to be booked; those with the newest order first. */
export async function suggestMerges(
  context: Context,
  actor: UserActor,
  phone: string | undefined,
): Promise<{ suggestions: MergeSuggestion[]; total: number }> {
  const { shopId } = actor;
  return withShop(context.db, shopId, async (trx) => {
    const found = await phonesWithSeveral(trx, shopId, phone);
    const phones = found.map((one) => one.phone);
    const orders = phones.length === 0 ? [] : await openOrdersOf(trx, shopId, phones);
    const byPhone = Map.groupBy(orders, (order) => order.phone);
    return {
      total: found[0]?.total ?? 0,
      suggestions: phones.map((one) => presentSuggestion(one, byPhone.get(one) ?? [])),
    };
  });
}

async function phonesWithSeveral(
  trx: Db,
  shopId: string,
  phone: string | undefined,
): Promise<{ phone: string; total: number }[]> {
  const { rows } = await sql<{ phone: string; total: number }>`
    select o.phone, (count(*) over ())::int as total
    from store_order o
    where o.shop_id = ${shopId} and ${open} and ${phone === undefined ? sql`true` : sql`o.phone = ${phone}`}
    group by o.phone
    having count(*) > 1
    order by max(o.placed_at) desc, o.phone
    limit ${customersShown}`.execute(trx);
  return rows;
}

type OpenOrder = { id: string; name: string; phone: string } & Record<
  'customer_name' | 'city' | 'outstanding',
  string
> & {
    placed_at: Date;
  };

/** The oldest of each number first, no more than go into one parcel. */
async function openOrdersOf(trx: Db, shopId: string, phones: readonly string[]): Promise<OpenOrder[]> {
  const { rows } = await sql<OpenOrder>`
    select o.*
    from unnest(${[...phones]}::text[]) as wanted (phone)
    cross join lateral (
      select o.id, o.name, o.phone, o.customer_name, o.city, o.outstanding, o.placed_at
      from store_order o
      where o.shop_id = ${shopId} and ${open} and o.phone = wanted.phone
      order by o.placed_at, o.number
      limit ${maxMergedOrders}
    ) o`.execute(trx);
  return rows;
}

/** As in the index store_order_open_phones. */
const open = sql`o.cancelled_at is null and o.deleted_at is null and o.to_ship > 0 and not o.held and o.phone <> ''`;

function presentSuggestion(phone: string, orders: readonly OpenOrder[]): MergeSuggestion {
  const newest = orders.at(-1);
  return {
    phone,
    customer_name: newest?.customer_name ?? '',
    city: newest?.city ?? '',
    orders: orders.map((order) => ({
      id: order.id,
      order_name: order.name,
      cod: codOf(order),
      createdAt: order.placed_at.toISOString(),
    })),
  };
}
