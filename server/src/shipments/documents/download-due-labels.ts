import { sql } from 'kysely';
import type { Context } from '../../base/context.ts';
import { acrossShops, withShop } from '../../base/db/tenancy.ts';
import { claimDueRows } from '../../base/jobs/claim-due-rows.ts';
import { loadAccount } from '../../shop/courier-accounts/load-account.ts';
import { shipmentById } from '../record/find-shipments.ts';
import { courierLabel } from './courier-label.ts';

const atOnce = 8;
const maxTries = 8;

/**
 * Downloads labels that the courier offers only once. The next try is scheduled before the download starts, so a killed
 * process delays a label but never loses it.
 */
export async function downloadDueLabels(context: Context): Promise<number> {
  const due = await claimDueLabels(context);
  await Promise.all(
    due.map(async (row) => {
      const found = await withShop(context.db, row.shop_id, async (trx) => {
        const shipment = await shipmentById(trx, row.shop_id, row.shipment_id);
        return { shipment, account: shipment && (await loadAccount(trx, row.shop_id, shipment.account_id)) };
      });
      if (!found.shipment || !found.account) return;
      const label = await courierLabel(context, found.shipment, found.account, []);
      if (label.kind === 'none')
        context.log.info(
          { company: found.account.company, tries: row.tries, why: label.why },
          'label not downloaded yet',
        );
    }),
  );
  return due.length;
}

function claimDueLabels(context: Context): Promise<{ shop_id: string; shipment_id: string; tries: number }[]> {
  const now = context.clock();
  return acrossShops(context.db, (trx) =>
    claimDueRows(trx, 'shipment_slip', {
      key: ['shop_id', 'shipment_id'],
      due: sql`next_at <= ${now}`,
      orderBy: sql`next_at`,
      limit: atOnce,
      // Retries after 10 s, 20 s, 40 s … 20 min. After the last retry, printing the label tries again.
      set: sql`tries = tries + 1, next_at = case when tries + 1 < ${maxTries}
        then ${now}::timestamptz + make_interval(secs => 10 * power(2, tries)) end`,
    }),
  );
}
