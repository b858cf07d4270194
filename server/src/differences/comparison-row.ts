import { sql, type RawBuilder, type Selectable } from 'kysely';
import * as z from 'zod';
import type { Context } from '../context.ts';
import type { Db } from '../db/client.ts';
import { newId } from '../db/ids.ts';
import type { Comparison } from '../db/schema.ts';
import { acrossShops } from '../db/tenancy.ts';
import { claimDueRows } from '../jobs/claim-due-rows.ts';

export type ComparisonRow = Selectable<Comparison>;

/** A comparison under way that this process has leased. */
export type LeasedComparison = ComparisonRow & {
  readonly run_id: string;
  readonly lease_id: string;
  readonly started_at: Date;
};

export const ComparisonStep = z.enum(['orders', 'parcels', 'fulfilments', 'couriers']);
export type ComparisonStep = z.infer<typeof ComparisonStep>;

export const Problems = z.array(z.object({ source: z.string(), message: z.string() }));

/** How a part of a step ended. `position` is where the step continues; undefined: the step is complete. */
export type PartDone = {
  readonly position: string | undefined;
  readonly compared: number;
  readonly problems?: readonly { readonly source: string; readonly message: string }[];
  /** Saves what was found, in the transaction of the progress. */
  save?(trx: Db): Promise<void>;
};

/** Longer than the longest step: lists of couriers take up to two minutes, tracking stops after two. */
export const leaseMs = 6 * 60_000;

/** Shops are spread over the hour after three o'clock in their time zone. */
const nightlyHour = 3;
const spreadMinutes = 60;

/** The next time of a shop's nightly comparison. For a query with the shop as `shop`. */
const nextNight = (now: Date): RawBuilder<Date> => {
  const localDay = sql`date_trunc('day', ${now}::timestamptz at time zone shop.time_zone)`;
  const minutes = sql`(('x' || right(shop.id, 4))::bit(16)::integer % ${sql.lit(spreadMinutes)})`;
  const at = (days: number) =>
    sql<Date>`((${localDay} + make_interval(days => ${sql.lit(days)}, hours => ${sql.lit(nightlyHour)}, mins => ${minutes})) at time zone shop.time_zone)`;
  return sql<Date>`(case when ${at(0)} > ${now}::timestamptz then ${at(0)} else ${at(1)} end)`;
};

export async function nextNightOf(trx: Db, shopId: string, now: Date): Promise<Date> {
  const { next } = await trx
    .selectFrom('shop')
    .select(nextNight(now).as('next'))
    .where('id', '=', shopId)
    .executeTakeFirstOrThrow();
  return next;
}

/** Gives each installed shop its row. */
export async function addMissingComparisons(trx: Db, now: Date, shopId?: string): Promise<void> {
  await sql`
    insert into comparison (shop_id, next_at)
    select shop.id, ${nextNight(now)} from shop
    where shop.installed_at is not null and shop.uninstalled_at is null
      and (${shopId ?? null}::text is null or shop.id = ${shopId ?? null}::text)
      and not exists (select from comparison where comparison.shop_id = shop.id)
    on conflict do nothing`.execute(trx);
}

/** Leases the comparison that has waited longest. Each shop has one row, so it has one comparison at a time. */
export async function claimComparison(context: Context): Promise<ComparisonRow | undefined> {
  const now = context.clock();
  const [row] = await acrossShops(context.db, (trx) =>
    claimDueRows(trx, 'comparison', {
      key: ['shop_id'],
      due: sql`next_at <= ${now} and (lease_until is null or lease_until < ${now})`,
      orderBy: sql`next_at`,
      limit: 1,
      set: sql`lease_id = ${newId(now)}, lease_until = ${new Date(now.getTime() + leaseMs)}`,
    }),
  );
  return row;
}

/** Locks the row if the lease is still ours. Progress is saved in the same transaction as what was found. */
export async function holdsLease(
  trx: Db,
  { shop_id, lease_id }: Pick<ComparisonRow, 'shop_id' | 'lease_id'>,
): Promise<boolean> {
  const row = await trx
    .selectFrom('comparison')
    .select('shop_id')
    .where('shop_id', '=', shop_id)
    .where('lease_id', '=', lease_id)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}
