import { sql } from 'kysely';
import type { Context } from '../../base/context.ts';
import { acrossShops } from '../../base/db/tenancy.ts';
import { terminalText } from './terminal-text.ts';

type Row = {
  readonly id: string;
  readonly domain: string;
  readonly name: string;
  readonly plan: string;
  readonly installed: string;
  readonly last_order: string;
  readonly users: string;
};

const header: Row = {
  id: 'id',
  domain: 'domain',
  name: 'name',
  plan: 'plan',
  installed: 'installed',
  last_order: 'last order',
  users: 'users',
};

/** A line for each shop, with columns below a header, newest first. The last order is the newest parcel that was booked. */
export async function listShops({ db }: Pick<Context, 'db'>): Promise<string[]> {
  const { rows } = await acrossShops(db, (trx) =>
    sql<Row>`
      with newest as (select shop_id, max(booked_at) as at from shipment group by shop_id),
           people as (select shop_id, count(*) as n from app_user where deleted_at is null group by shop_id)
      select shop.id, shop.domain, shop.name, coalesce(subscription.plan, 'FREE') as plan,
             case when shop.blocked_at is not null then 'blocked' when shop.uninstalled_at is not null then 'left'
                  else coalesce(to_char(shop.installed_at, 'YYYY-MM-DD'), 'no') end as installed,
             coalesce(to_char(newest.at, 'YYYY-MM-DD'), 'none') as last_order,
             coalesce(people.n, 0)::text as users
      from shop
      left join subscription on subscription.shop_id = shop.id
      left join newest on newest.shop_id = shop.id
      left join people on people.shop_id = shop.id
      order by shop.id desc`.execute(trx),
  );
  const table = [header, ...rows].map(({ id, domain, name, plan, installed, last_order, users }) => [
    ...[id, domain, terminalText(name), plan, installed, last_order, users],
  ]);
  const widths = table[0]?.map((_, column) => Math.max(...table.map((cells) => cells[column]?.length ?? 0))) ?? [];
  return table.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
