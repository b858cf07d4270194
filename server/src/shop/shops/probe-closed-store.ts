import { sql } from 'kysely';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { PlatformError } from '../../adapters/platforms/platform.ts';
import { closeStore, opensAgain, probeEveryMs, reopenStore } from './closed-stores.ts';
import { accessToProbe } from './platform-access.ts';

/**
 * Asks a closed store if it is open again, if that is due: every five minutes, so that nothing else has to ask it. Only a
 * new installation opens a store that withdrew our access. Returns when to ask it again.
 */
export async function probeClosedStore(
  context: Context,
  { shopId }: { readonly shopId: string },
): Promise<Date | undefined> {
  const now = context.clock();
  const due = await withShop(context.db, shopId, (trx) =>
    trx
      .updateTable('shop_credential')
      .set({ probe_at: new Date(now.getTime() + probeEveryMs) })
      .where('shop_id', '=', shopId)
      .where(isProbed)
      .where('probe_at', '<=', now)
      .returning('shop_id')
      .executeTakeFirst(),
  );
  if (due) await probeStore(context, shopId);
  const [next] = await withShop(context.db, shopId, dueProbes);
  return next?.at;
}

/** When each closed store is to be asked. */
export async function dueProbes(trx: Db): Promise<{ shopId: string; at: Date }[]> {
  const rows = await trx
    .selectFrom('shop_credential')
    .select(['shop_id as shopId', 'probe_at as at'])
    .where(isProbed)
    .execute();
  return rows.flatMap(({ shopId, at }) => (at ? [{ shopId, at }] : []));
}

const isProbed = sql<boolean>`closed_as is not null and closed_as <> 'withdrawn'`;

/** Asks one closed store, and opens it if it lets us in. */
export async function probeStore(context: Context, shopId: string): Promise<void> {
  try {
    const scopes = await context.platform.grantedScopes(await accessToProbe(context, shopId));
    if (context.platform.missingScopes(scopes).length === 0) await reopenStore(context, shopId, scopes);
    else await closeStore(context, shopId, 'scopes-missing', { scopes });
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    if (opensAgain(error.closedAs)) await closeStore(context, shopId, error.closedAs);
  }
}
