import { StoreClosure } from '@courierdesk/contract/store-closure';
import { sql, type RawBuilder } from 'kysely';
import { systemActor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { requestSubscriptionCheck } from '../subscriptions/request-check.ts';
import { clearCachedAccess } from './access-cache.ts';

export const probeEveryMs = 5 * 60_000;

/** Such a store opens again without us, with the access that it gave us. */
export const opensAgain = (closure: StoreClosure | undefined): closure is 'frozen' | 'locked' =>
  closure === 'frozen' || closure === 'locked';

/**
 * For sweeps: true for rows of a table (of one shop, if given) whose store is open. Rows of closed stores stay due, and no try is
 * counted.
 */
export const storeIsOpen = (table: string, shopId?: string): RawBuilder<boolean> => sql<boolean>`exists (
  select from shop_credential as credential
  where credential.shop_id = ${shopId ?? sql.ref(`${table}.shop_id`)} and credential.closed_as is null)`;

/** Why we cannot use the store, and since when. Undefined while it is open. */
export async function closureOf(
  trx: Db,
  shopId: string,
): Promise<{ readonly as: StoreClosure; readonly since: Date } | undefined> {
  const row = await trx
    .selectFrom('shop')
    .leftJoin('shop_credential', 'shop_credential.shop_id', 'shop.id')
    .select(['shop.uninstalled_at', 'shop_credential.closed_as', 'shop_credential.closed_at'])
    .where('shop.id', '=', shopId)
    .executeTakeFirst();
  if (row?.uninstalled_at) return { as: 'uninstalled', since: row.uninstalled_at };
  return row?.closed_as && row.closed_at ? { as: StoreClosure.parse(row.closed_as), since: row.closed_at } : undefined;
}

export async function isStoreClosed(context: Pick<Context, 'db'>, shopId: string): Promise<boolean> {
  return (await withShop(context.db, shopId, (trx) => closureOf(trx, shopId))) !== undefined;
}

/**
 * Records that the store does not let us in. Its work waits until `reopenStore`. With `accessToken`, only if that token
 * is still the stored one: a new installation may have replaced it. Withdrawn access stays withdrawn: no answer but a
 * new installation ends it.
 */
export async function closeStore(
  context: Context,
  shopId: string,
  closure: Exclude<StoreClosure, 'uninstalled'>,
  { accessToken, scopes }: { readonly accessToken?: Buffer; readonly scopes?: readonly string[] } = {},
): Promise<void> {
  const now = context.clock();
  const probeAt = new Date(now.getTime() + probeEveryMs);
  await withShop(context.db, shopId, async (trx) => {
    const closed = await trx
      .updateTable('shop_credential')
      .set({
        closed_as: closure,
        closed_at: now,
        probe_at: probeAt,
        ...(scopes && { scopes: scopes.join(',') }),
      })
      .where('shop_id', '=', shopId)
      .where(sql<boolean>`closed_as is distinct from ${closure} and closed_as is distinct from 'withdrawn'`)
      .$if(accessToken !== undefined, (update) => update.where('access_token', '=', accessToken ?? Buffer.alloc(0)))
      .executeTakeFirst();
    if (closed.numUpdatedRows === 0n) return;
    if (closure !== 'withdrawn') await context.jobs.request(trx, 'store-probes', { shopId, at: probeAt });
    await recordAuditEvent(trx, systemActor(shopId, 'Store'), {
      at: now,
      action: closure === 'withdrawn' ? 'shop.access-withdrawn' : 'shop.closed',
      subjectKind: 'shop',
      subjectId: shopId,
      label: '',
      detail: { as: closure },
    });
  });
  clearCachedAccess(context, shopId);
}

/** Records that the store lets us in again, and makes everything due that waited. */
export async function reopenStore(context: Context, shopId: string, scopes: readonly string[]): Promise<void> {
  const now = context.clock();
  await withShop(context.db, shopId, async (trx) => {
    const reopened = await trx
      .updateTable('shop_credential')
      .set({ closed_as: null, closed_at: null, probe_at: null, scopes: scopes.join(',') })
      .where('shop_id', '=', shopId)
      .where('closed_as', 'is not', null)
      .where('closed_as', '<>', 'withdrawn')
      .executeTakeFirst();
    if (reopened.numUpdatedRows === 0n) return;
    await trx
      .updateTable('store_sync')
      .set({ next_at: now, webhooks_checked_at: null })
      .where('shop_id', '=', shopId)
      .execute();
    await requestSubscriptionCheck(trx, context, shopId);
    for (const kind of ['webhooks', 'store-reads', 'store-updates'] as const)
      await context.jobs.request(trx, kind, { shopId, at: now });
    await recordAuditEvent(trx, systemActor(shopId, 'Store'), {
      at: now,
      action: 'shop.reopened',
      subjectKind: 'shop',
      subjectId: shopId,
      label: '',
    });
  });
  clearCachedAccess(context, shopId);
}
