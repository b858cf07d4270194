import type { Selectable } from 'kysely';
import * as z from 'zod';
import type { Db } from '../../base/db/client.ts';
import type { Comparison } from '../../base/db/schema.ts';
import { nextNight } from '../../shop/shops/next-night.ts';

export type ComparisonRow = Selectable<Comparison>;

/** A comparison that is under way. */
export type RunningComparison = ComparisonRow & {
  readonly run_id: string;
  readonly started_at: Date;
};

/** The columns of a comparison that is not under way. */
export const notBegun = { run_id: null, step: '', position: '', done: 0, total: 0, tries: 0 } as const;

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

/** Gives each installed shop its row. */
export async function addMissingComparisons(trx: Db, now: Date, shopId?: string): Promise<void> {
  const known = trx.selectFrom('comparison').select('shop_id');
  const shops = await trx
    .selectFrom('shop')
    .select(['id as shop_id', nextNight(now).as('next_at')])
    .where('installed_at', 'is not', null)
    .where('uninstalled_at', 'is', null)
    .$if(shopId !== undefined, (rows) => rows.where('id', '=', shopId ?? ''))
    .where('id', 'not in', shopId === undefined ? known : known.where('shop_id', '=', shopId))
    .execute();
  if (shops.length === 0) return;
  await trx
    .insertInto('comparison')
    .values(shops)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** When each shop is compared next. Within a shop, only this one is seen. */
export const nextComparisons = (trx: Db): Promise<{ shopId: string; at: Date }[]> =>
  trx.selectFrom('comparison').select(['shop_id as shopId', 'next_at as at']).execute();

/** Locks the row if it is as `run` says. Progress is saved in the same transaction as what was found. */
export async function isCurrent(
  trx: Db,
  { shop_id, run_id, step, position }: Pick<ComparisonRow, 'shop_id' | 'run_id' | 'step' | 'position'>,
): Promise<boolean> {
  const row = await trx
    .selectFrom('comparison')
    .select('shop_id')
    .where('shop_id', '=', shop_id)
    .where('run_id', 'is not distinct from', run_id)
    .where('step', '=', step)
    .where('position', '=', position)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}
