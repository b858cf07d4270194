import { maxMergedOrders, mergeDifferences } from '@courierdesk/contract/merging';
import { groupByCustomer } from '@courierdesk/contract/same-customer';
import { SuggestionDifference, type MergeSuggestion } from '@courierdesk/contract/store-orders';
import { sql } from 'kysely';
import type { UserActor } from '../../base/actor.ts';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { codsOfParts, readEntries } from './corrected-orders.ts';
import { proposedCod } from './order-filters.ts';

const customersShown = 20;
/** Phone numbers whose orders are compared: those with the newest orders. */
const maxPhones = 200;

/** Customers with several unbooked orders, those with the newest order first. */
export async function suggestMerges(
  context: Context,
  actor: UserActor,
  phone: string | undefined,
): Promise<{ suggestions: MergeSuggestion[]; total: number }> {
  const { shopId } = actor;
  const orders = await withShop(context.db, shopId, async (trx) => {
    const phones = await phonesWithSeveral(trx, shopId, phone);
    if (phones.length === 0) return [];
    return openOrdersOf(trx, shopId, phones, codsOfParts(await readEntries(trx, shopId)));
  });
  const suggestions = [...Map.groupBy(orders, (order) => order.phone).values()]
    .flatMap((ofPhone) =>
      groupByCustomer(ofPhone, (order) => ({ phone: order.phone, name: order.customer_name, city: order.city })),
    )
    .filter((group) => group.length > 1)
    .map(presentSuggestion);
  return { total: suggestions.length, suggestions: suggestions.slice(0, customersShown) };
}

async function phonesWithSeveral(trx: Db, shopId: string, phone: string | undefined): Promise<string[]> {
  const { rows } = await sql<{ phone: string }>`
    select o.phone
    from store_order o
    where o.shop_id = ${shopId} and ${isUnbooked} and ${phone === undefined ? sql`true` : sql`o.phone = ${phone}`}
    group by o.phone
    having count(*) > 1
    order by max(o.placed_at) desc, o.phone
    limit ${maxPhones}`.execute(trx);
  return rows.map((row) => row.phone);
}

type OpenOrder = {
  readonly id: string;
  readonly name: string;
  readonly phone: string;
  readonly customer_name: string;
  readonly address: string;
  readonly city: string;
  readonly cod: number;
  readonly placed_at: Date;
};

/** The oldest orders of each phone number, as many as fit in one merge. */
async function openOrdersOf(
  trx: Db,
  shopId: string,
  phones: readonly string[],
  partCods: ReadonlyMap<string, number>,
): Promise<OpenOrder[]> {
  const { rows } = await sql<OpenOrder>`
    select o.*
    from unnest(${[...phones]}::text[]) with ordinality as listed (phone, place)
    cross join lateral (
      select o.id, o.name, o.number, o.phone, o.customer_name, o.address, o.city, o.placed_at,
        ${proposedCod(partCods)} as cod
      from store_order o
      where o.shop_id = ${shopId} and ${isUnbooked} and o.phone = listed.phone
      order by o.placed_at, o.number
      limit ${maxMergedOrders}
    ) o
    order by listed.place, o.placed_at, o.number`.execute(trx);
  return rows;
}

/** Must equal the condition of the index store_order_open_phones. */
const isUnbooked = sql`o.cancelled_at is null and o.deleted_at is null and o.to_ship > 0 and not o.held and not o.second_parcel and o.phone <> ''`;

function presentSuggestion(orders: readonly OpenOrder[]): MergeSuggestion {
  const newest = orders.at(-1);
  const differences = mergeDifferences(
    orders.map((order) => ({
      consignee_name: order.customer_name,
      consignee_phone: order.phone,
      phone_as_written: order.phone,
      consignee_address: order.address,
      city: order.city,
    })),
  );
  return {
    phone: newest?.phone ?? '',
    customer_name: newest?.customer_name ?? '',
    city: newest?.city ?? '',
    orders: orders.map(({ id, name, cod, placed_at, customer_name, address, city }) => ({
      ...{ id, order_name: name, cod, createdAt: placed_at.toISOString() },
      ...{ customer_name, address, city },
    })),
    differences: SuggestionDifference.options.filter((one) => differences.includes(one)),
  };
}
