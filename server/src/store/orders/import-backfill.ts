import { sql } from 'kysely';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import type { BackfilledOrder, PlatformAccess, PlatformBackfillFile } from '../../adapters/platforms/platform.ts';
import { mirrorOrders } from './mirror-orders.ts';
import { saveWithProgress, type ReadLease } from './read-lease.ts';

const ordersAtOnce = 200;
/** Limits one round, so that a large shop does not delay others. The next round starts at once. */
const ordersPerRound = 4_000;

type ReadSoFar = { readonly from: number; readonly read: number; readonly requestedAt: Date };

/**
 * Mirrors orders of an export's file while it downloads, from where the last round or a killed process stopped. Orders
 * and progress are saved together, so no order is missed or counted twice. Returns whether the file is finished.
 */
export async function importBackfill(
  context: Context,
  lease: ReadLease,
  access: PlatformAccess,
  file: PlatformBackfillFile,
  so: ReadSoFar,
): Promise<{ finished: boolean; read: number }> {
  const { shopId } = lease;
  let { read } = so;
  let batch: BackfilledOrder[] = [];
  const mirror = async (): Promise<void> => {
    const last = batch.at(-1);
    if (!last) return;
    const orders = batch.map(({ order }) => order);
    read += orders.length;
    const progress = { backfill_offset: last.next, backfill_read: read };
    await saveWithProgress(context, lease, progress, async (trx) => {
      const changed = await changedSince(trx, shopId, so.requestedAt, orders.map(platformIdOf));
      const current = orders.filter((order) => !changed.has(order.platformOrderId));
      await mirrorOrders(trx, context, shopId, current);
    });
    batch = [];
  };
  for await (const one of context.platform.readBackfill(access, file, so.from)) {
    if (batch.push(one) < ordersAtOnce) continue;
    await mirror();
    if (read - so.read >= ordersPerRound) return { finished: false, read };
  }
  await mirror();
  return { finished: true, read };
}

const platformIdOf = ({ platformOrderId }: BackfilledOrder['order']): string => platformOrderId;

/**
 * Orders that the store reported as changed, deleted or to be redacted since the export was requested: the file may have
 * an older copy of them. The delivery itself brings the current one.
 */
async function changedSince(
  trx: Db,
  shopId: string,
  requestedAt: Date,
  platformOrderIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select platform_order_id as id from webhook_inbox
    where shop_id = ${shopId} and platform_order_id = any(${platformOrderIds}) and received_at >= ${requestedAt}
    union
    select jsonb_array_elements_text(payload -> 'ordersToRedact') from webhook_inbox
    where shop_id = ${shopId} and platform_order_id is null and received_at >= ${requestedAt}
      and topic = 'customers/redact'`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}
