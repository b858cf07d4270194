import { sql } from 'kysely';
import type { Context } from '../../base/context.ts';
import { acrossShops } from '../../base/db/tenancy.ts';
import { claimDueRows } from '../../base/jobs/claim-due-rows.ts';
import type { Sweep } from '../../base/jobs/sweeps.ts';
import { continueCancel } from './cancel-shipment.ts';

const leaseMs = 2 * 60_000;

/** Cancels that have not finished, because the courier did not respond or the process stopped. */
export const cancellingSweeps: readonly Sweep[] = [{ name: 'cancels', everyMs: 5_000, run: continueDueCancels }];

async function continueDueCancels(context: Context): Promise<number> {
  const now = context.clock();
  const due = await acrossShops(context.db, (trx) =>
    claimDueRows(trx, 'shipment', {
      due: sql`booking_state = 'cancelling' and cancel_next_at <= ${now}`,
      orderBy: sql`cancel_next_at`,
      limit: 10,
      set: sql`cancel_next_at = ${new Date(now.getTime() + leaseMs)}, cancel_tries = cancel_tries + 1`,
    }),
  );
  await Promise.all(
    due.map(({ shop_id: shopId, id }) =>
      continueCancel(context, shopId, id).catch((error: unknown) =>
        context.log.error({ err: error, shipment: id }, 'cancel failed'),
      ),
    ),
  );
  return due.length;
}
