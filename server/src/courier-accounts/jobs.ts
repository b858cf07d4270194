import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { CourierError } from '../couriers/courier-error.ts';
import { acrossShops } from '../db/tenancy.ts';
import { claimDueRows } from '../jobs/claim-due-rows.ts';
import type { ScheduledJob } from '../jobs/queue.ts';
import type { Sweep } from '../jobs/sweeps.ts';
import { refreshCityList } from './city-list.ts';
import { accountFrom, type AccountRow } from './load-account.ts';
import { resealAccountSecrets } from './reseal-secrets.ts';

/** How long we wait after a courier did not return its cities. */
const retryMs = 30 * 60_000;

const cities: Sweep = {
  name: 'courier-cities',
  everyMs: 60_000,
  async run(context) {
    const account = await takeDue(context);
    if (!account) return 0;
    try {
      await refreshCityList(context, account.shop_id, account);
    } catch (error) {
      if (!(error instanceof CourierError)) throw error;
      context.log.info({ company: account.company, kind: error.kind }, 'cities not refreshed');
    }
    return 1;
  },
};

/** One active account with a city list that is due. If this worker fails, the account is due again later. */
async function takeDue(context: Context): Promise<AccountRow | undefined> {
  const now = context.clock();
  const [row] = await acrossShops(context.db, (trx) =>
    claimDueRows(trx, 'courier_account', {
      due: sql`not in_active and cities_next_at <= ${now}`,
      orderBy: sql`cities_next_at`,
      limit: 1,
      set: sql`cities_next_at = ${new Date(now.getTime() + retryMs)}`,
    }),
  );
  return row && accountFrom(row);
}

export const courierAccountSweeps: readonly Sweep[] = [cities];

export const courierAccountJobs: readonly ScheduledJob[] = [
  { name: 'courier-account.reseal-secrets', cron: '10 * * * *', run: resealAccountSecrets },
];
