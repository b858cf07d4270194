import { sql } from 'kysely';
import { systemActor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { newId } from '../../base/db/ids.ts';
import { noLease } from '../../base/db/leases.ts';
import { acrossShops } from '../../base/db/tenancy.ts';
import { PlatformError, type PlatformAccess, type PlatformShop } from '../../adapters/platforms/platform.ts';
import type { PlatformGrant } from '../../adapters/platforms/sign-in.ts';
import { clearCachedAccess } from './access-cache.ts';
import { sealedGrant } from './platform-access.ts';
import { takeNewDomain } from './take-new-domain.ts';

/** Without `read_all_orders`, the store shows only orders of the last 60 days. */
const backfillDays = 60;

/** Completes the store's consent: saves its tokens and shop data, or returns the missing scopes. */
export async function completeInstall(
  context: Context,
  domain: string,
  code: string,
): Promise<{ shopId: string } | { missing: string[] }> {
  const grant = await context.platform.exchangeInstallCode(domain, code);
  const missing = context.platform.missingScopes(grant.scopes);
  if (missing.length > 0) return { missing };
  const info = await context.platform.shopInfo(accessWith(domain, grant.accessToken));
  return installShop(context, { domain, grant, info });
}

/**
 * Creates the shop, or reactivates it with the data that it had before the uninstall. The worker then subscribes to the
 * store's webhooks and reads its orders.
 */
export async function installShop(
  context: Context,
  input: { domain: string; grant: PlatformGrant; info: PlatformShop },
): Promise<{ shopId: string }> {
  const { domain, grant, info } = input;
  const now = context.clock();
  const shopId = await acrossShops(context.db, async (trx) => {
    await takeNewDomain(trx, info.platformShopId, domain, now);
    const { id } = await trx
      .insertInto('shop')
      .values({ id: newId(now), domain, created_at: now, installed_at: now, ...infoColumns(info) })
      .onConflict((conflict) =>
        conflict.column('domain').doUpdateSet({ installed_at: now, uninstalled_at: null, ...infoColumns(info) }),
      )
      .returning('id')
      .executeTakeFirstOrThrow();
    const open = { closed_as: null, closed_at: null, probe_at: null };
    const credential = { ...sealedGrant(context, id, grant), ...open };
    await trx
      .insertInto('shop_credential')
      .values({ shop_id: id, ...credential })
      .onConflict((conflict) => conflict.column('shop_id').doUpdateSet(credential))
      .execute();
    await trx
      .insertInto('subscription')
      .values({ shop_id: id, plan: 'FREE', updated_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await trx
      .insertInto('shop_setting')
      .values({ shop_id: id })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await requestFullSync(trx, id, now);
    for (const kind of ['webhooks', 'subscriptions', 'store-reads', 'store-updates'] as const)
      await context.jobs.request(trx, kind, { shopId: id, at: now });
    await recordAuditEvent(trx, systemActor(id, 'Store'), {
      at: now,
      action: 'shop.installed',
      subjectKind: 'shop',
      subjectId: id,
      label: info.name,
      detail: { scopes: grant.scopes },
    });
    return id;
  });
  clearCachedAccess(context, shopId);
  return { shopId };
}

export function infoColumns(info: PlatformShop) {
  return {
    platform_shop_id: info.platformShopId,
    name: info.name,
    email: info.email,
    owner_name: info.ownerName,
    phone: info.phone,
    address: info.address,
    city: info.city,
    primary_url: info.primaryUrl,
    time_zone: info.timeZone,
    currency: info.currency,
    is_development: info.isDevelopment,
  };
}

async function requestFullSync(trx: Db, shopId: string, now: Date): Promise<void> {
  const fresh = {
    backfill_since: new Date(now.getTime() - backfillDays * 86_400_000),
    backfill_phase: 'export',
    backfill_started_at: now,
    backfill_operation: null,
    backfill_expected: null,
    backfill_read: 0,
    backfill_offset: 0,
    backfill_requested_at: null,
    backfill_failed_exports: 0,
    webhooks_checked_at: null,
    next_at: now,
    ...noLease,
    failures: 0,
    last_error: '',
  };
  await trx
    .insertInto('store_sync')
    // One hour back, because the store's clock may differ from ours.
    .values({ shop_id: shopId, changes_read_until: new Date(now.getTime() - 3_600_000), ...fresh })
    .onConflict((conflict) =>
      conflict.column('shop_id').doUpdateSet({
        ...fresh,
        changes_read_until: sql`coalesce(store_sync.changes_read_until, excluded.changes_read_until)`,
      }),
    )
    .execute();
}

/** Access with a token that is not stored. */
export function accessWith(domain: string, accessToken: string): PlatformAccess {
  return {
    domain,
    token: () => Promise.resolve(accessToken),
    renewedToken: () =>
      Promise.reject(new PlatformError('unauthorised', 'The store refused the token that it has just issued.')),
  };
}
