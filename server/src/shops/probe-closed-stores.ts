import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { acrossShops } from '../db/tenancy.ts';
import { claimDueRows } from '../jobs/claim-due-rows.ts';
import { PlatformError } from '../platforms/platform.ts';
import { missingScopes } from '../platforms/shopify/scopes.ts';
import { closeStore, opensAgain, probeEveryMs, reopenStore } from './closed-stores.ts';
import { accessToProbe } from './platform-access.ts';

const storesAtOnce = 8;

/**
 * Asks closed stores if they are open again: each every five minutes, by one process, so that nothing else has to ask
 * them. Only a new installation opens a store that withdrew our access. Returns how many it asked.
 */
export async function probeClosedStores(context: Context): Promise<number> {
  const now = context.clock();
  const due = await acrossShops(context.db, (trx) =>
    claimDueRows(trx, 'shop_credential', {
      key: ['shop_id'],
      due: sql`closed_as is not null and closed_as <> 'withdrawn' and probe_at <= ${now}`,
      orderBy: sql`probe_at`,
      limit: storesAtOnce,
      set: sql`probe_at = ${new Date(now.getTime() + probeEveryMs)}`,
    }),
  );
  await Promise.all(due.map((row) => probeStore(context, row.shop_id)));
  return due.length;
}

/** Asks one closed store, and opens it if it lets us in. */
export async function probeStore(context: Context, shopId: string): Promise<void> {
  try {
    const scopes = await context.platform.grantedScopes(await accessToProbe(context, shopId));
    if (missingScopes(scopes).length === 0) await reopenStore(context, shopId, scopes);
    else await closeStore(context, shopId, 'scopes-missing', { scopes });
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    if (opensAgain(error.closedAs)) await closeStore(context, shopId, error.closedAs);
  }
}
