import type { Context } from '../../base/context.ts';
import { CourierError } from '../../adapters/couriers/courier-error.ts';
import type { Db } from '../../base/db/client.ts';
import type { Job } from '../../base/db/job-requests.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { freshMs, refreshCityList } from './city-list.ts';
import { accountFrom } from './load-account.ts';

/** How long we wait after a courier did not return its cities. */
const retryMs = 30 * 60_000;

/**
 * Reads the list of cities of an account, the key of the job, if it is due. Returns when it is due again. Each call to the
 * courier has the courier's own time-out.
 */
export async function refreshCities(
  context: Context,
  { shopId, key: id }: Required<Job>,
  signal: AbortSignal,
): Promise<Date | undefined> {
  const row = await withShop(context.db, shopId, (trx) =>
    trx
      .selectFrom('courier_account')
      .selectAll()
      .where('shop_id', '=', shopId)
      .where('id', '=', id)
      .where('in_active', '=', false)
      .executeTakeFirst(),
  );
  if (!row) return undefined;
  if (row.cities_next_at > context.clock()) return row.cities_next_at;
  try {
    await refreshCityList(context, shopId, accountFrom(row), { signal });
    return new Date(context.clock().getTime() + freshMs);
  } catch (error) {
    if (!(error instanceof CourierError)) throw error;
    if (signal.aborted) return row.cities_next_at;
    context.log.info({ company: row.company, kind: error.kind }, 'cities not refreshed');
    return new Date(context.clock().getTime() + retryMs);
  }
}

export const citiesOfAccounts = (trx: Db): Promise<{ shopId: string; key: string; at: Date }[]> =>
  trx
    .selectFrom('courier_account')
    .select(['shop_id as shopId', 'id as key', 'cities_next_at as at'])
    .where('in_active', '=', false)
    .execute();
