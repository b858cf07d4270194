import { formatCount } from '@courierdesk/contract/count-text';
import { maxSelectedOrders, type StoreOrderSelection } from '@courierdesk/contract/store-order-queue';
import { sql } from 'kysely';
import type { UserActor } from '../../base/actor.ts';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { AppError, notFound } from '../../base/errors.ts';
import { resolveStoreOrdersRequest } from './resolve-list-request.ts';
import { codsOfParts, readEntries } from './corrected-orders.ts';
import { isUnbooked, matchingOrders, orderBy, proposedCod } from './order-filters.ts';

type SelectedOrders = {
  /** Bookable orders, in the order of the list or of the selected ids. */
  readonly ids: readonly string[];
  readonly cod: number;
  readonly skipped: number;
};

/** Resolves a selection to the orders that can be booked now. Throws if the selection is too large. */
export async function selectStoreOrders(
  context: Context,
  actor: UserActor,
  selection: StoreOrderSelection,
): Promise<SelectedOrders> {
  const rows =
    'ids' in selection ? await ticked(context, actor, selection.ids) : await matching(context, actor, selection);
  if (rows.length === 0) throw notFound('An order of this selection');
  if (rows.length > maxSelectedOrders)
    throw new AppError(
      'invalid-input',
      `Maximum ${formatCount(maxSelectedOrders)} orders at once. Add a filter to select fewer orders.`,
    );
  const bookable = rows.filter((row) => row.bookable);
  return {
    ids: bookable.map((row) => row.id),
    cod: bookable.reduce((sum, row) => sum + row.cod, 0),
    skipped: rows.length - bookable.length,
  };
}

type Selected = { readonly id: string; readonly cod: number; readonly bookable: boolean };

async function ticked(context: Context, { shopId }: UserActor, ids: readonly string[]): Promise<Selected[]> {
  return withShop(context.db, shopId, async (trx) => {
    const partCods = codsOfParts(await readEntries(trx, shopId));
    const { rows } = await sql<Selected>`
      select o.id, ${proposedCod(partCods)} as cod, ${isUnbooked} as bookable
      from unnest(${[...ids]}::text[]) with ordinality as ticked (id, place)
      join store_order o on o.shop_id = ${shopId} and o.id = ticked.id order by ticked.place`.execute(trx);
    return rows;
  });
}

async function matching(
  context: Context,
  actor: UserActor,
  { matching: query, except, count }: Extract<StoreOrderSelection, { except: string[] }>,
): Promise<Selected[]> {
  const request = await resolveStoreOrdersRequest(context, actor, query);
  const { rows } = await withShop(context.db, actor.shopId, (trx) =>
    sql<Selected>`
      select o.id, ${proposedCod(request.partCods)} as cod, ${isUnbooked} as bookable ${matchingOrders(request)}
      order by ${orderBy(query)} limit ${maxSelectedOrders + except.length + 1}`.execute(trx),
  );
  const unticked = new Set(except);
  const ticks = rows.filter((row) => !unticked.has(row.id));
  if (count !== undefined && count !== ticks.length && ticks.length <= maxSelectedOrders)
    throw new AppError(
      'conflict',
      `${formatCount(ticks.length)} orders match now, you selected ${formatCount(count)}. Look at the list again. Nothing was changed.`,
    );
  return ticks;
}
