import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../../server/src/base/context.ts';
import { withShop } from '../../server/src/base/db/tenancy.ts';
import { claimRead } from '../../server/src/store/orders/read-lease.ts';
import { readStore } from '../../server/src/store/orders/read-store.ts';

const maxWaitMs = 60_000;

/** Reads the whole store as the worker does after an installation, without its pauses. */
export async function mirrorStore(context: Context, shopId: string): Promise<void> {
  const until = Date.now() + maxWaitMs;
  for (;;) {
    const sync = await withShop(context.db, shopId, (trx) =>
      trx.selectFrom('store_sync').select(['mirrored_at', 'last_error']).executeTakeFirstOrThrow(),
    );
    if (sync.mirrored_at) return;
    if (Date.now() > until) throw new Error(`the demo store could not be read. ${sync.last_error}`);
    const lease = await claimRead(context, shopId);
    if (lease) await readStore(context, lease);
    await pause(100);
  }
}
