import type { Selectable } from 'kysely';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { systemActor } from '../actor.ts';
import type { Context } from '../context.ts';
import type { Db } from '../db/client.ts';
import { newId } from '../db/ids.ts';
import type { ShopCredential } from '../db/schema.ts';
import { withShop } from '../db/tenancy.ts';
import { PlatformError, type PlatformAccess } from '../platforms/platform.ts';
import type { OfflineGrant } from '../platforms/shopify/oauth.ts';

const refreshBeforeMs = 5 * 60_000;
const cacheMs = 60_000;
/** Longer than a refresh with all its retries, so that a live process never loses its lease. */
const leaseMs = 90_000;
/** If a renewal fails, a token in its last minutes is used for this long before the next try. */
const graceMs = 15_000;
const otherProcessPollMs = 100;
const waitMs = 60_000;

/**
 * Access to the shop's store. Tokens are renewed before they expire, by one process at a time: the one with the lease
 * asks the store, outside any transaction, and the others wait for the stored result.
 */
export async function platformAccess(context: Context, shopId: string): Promise<PlatformAccess> {
  const { domain } = await currentToken(context, shopId);
  return {
    domain,
    token: async () => (await currentToken(context, shopId)).token,
    renewedToken: async (refused) => {
      clearCachedAccess(context, shopId);
      return (await usableToken(context, shopId, refused)).token;
    },
  };
}

/** Call this when a shop's tokens were replaced or deleted. */
export function clearCachedAccess(context: Context, shopId: string): void {
  cacheOf(context.db).tokens.delete(shopId);
}

/** The columns of `shop_credential` for a grant. */
export function sealedGrant(context: Pick<Context, 'vault' | 'clock'>, shopId: string, grant: OfflineGrant) {
  const place = credentialPlace(shopId);
  return {
    access_token: context.vault.seal(grant.accessToken, place),
    refresh_token: grant.refreshToken === undefined ? null : context.vault.seal(grant.refreshToken, place),
    access_expires_at: grant.expiresAt ?? null,
    refresh_expires_at: grant.refreshTokenExpiresAt ?? null,
    scopes: grant.scopes.join(','),
    access_revoked_at: null,
    lease_id: null,
    lease_until: null,
    updated_at: context.clock(),
  };
}

type Usable = { readonly domain: string; readonly token: string; readonly until: number };

type AccessCache = { readonly tokens: Map<string, Usable>; readonly renewals: Map<string, Promise<Usable>> };

const caches = new WeakMap<Db, AccessCache>();

function cacheOf(db: Db): AccessCache {
  const known = caches.get(db);
  if (known) return known;
  const cache: AccessCache = { tokens: new Map(), renewals: new Map() };
  caches.set(db, cache);
  return cache;
}

async function currentToken(context: Context, shopId: string): Promise<Usable> {
  const known = cacheOf(context.db).tokens.get(shopId);
  if (known && known.until > context.clock().getTime()) return known;
  return usableToken(context, shopId, undefined);
}

/** One renewal at a time in this process; the lease excludes other processes. */
async function usableToken(context: Context, shopId: string, refused: string | undefined): Promise<Usable> {
  const cache = cacheOf(context.db);
  for (let running = cache.renewals.get(shopId); running; running = cache.renewals.get(shopId)) {
    const usable = await running;
    if (usable.token !== refused) return usable;
  }
  const renewal = findOrRenew(context, shopId, refused).finally(() => cache.renewals.delete(shopId));
  cache.renewals.set(shopId, renewal);
  const usable = await renewal;
  cache.tokens.set(shopId, usable);
  return usable;
}

async function findOrRenew(context: Context, shopId: string, refused: string | undefined): Promise<Usable> {
  const giveUpAt = Date.now() + waitMs;
  for (;;) {
    const stored = await storedCredential(context, shopId);
    const now = context.clock();
    const usable: Usable = {
      domain: stored.domain,
      token: context.vault.open(stored.access_token, credentialPlace(shopId)),
      until: Math.min(
        now.getTime() + cacheMs,
        (stored.access_expires_at?.getTime() ?? Number.POSITIVE_INFINITY) - refreshBeforeMs,
      ),
    };
    if (usable.token !== refused && usable.until > now.getTime()) return usable;
    const expiresAt = stored.access_expires_at?.getTime() ?? 0;
    const stillWorks = usable.token !== refused && expiresAt > now.getTime();
    const renewed = await renew(context, shopId, stored).catch((error: unknown) => {
      // While the store does not respond, a token that is still valid can be used.
      if (stillWorks && error instanceof PlatformError && error.kind !== 'unauthorised') return 'keep' as const;
      throw error;
    });
    if (renewed === 'keep') return { ...usable, until: Math.min(expiresAt, now.getTime() + graceMs) };
    if (renewed === 'elsewhere') {
      if (Date.now() > giveUpAt)
        throw new PlatformError('unavailable', 'Another process takes too long to renew the access.');
      await new Promise((resolve) => setTimeout(resolve, otherProcessPollMs));
    }
  }
}

type Credential = Selectable<ShopCredential> & { readonly domain: string };

async function storedCredential(context: Context, shopId: string): Promise<Credential> {
  const stored = await withShop(context.db, shopId, (trx) =>
    trx
      .selectFrom('shop_credential')
      .innerJoin('shop', 'shop.id', 'shop_credential.shop_id')
      .selectAll('shop_credential')
      .select('shop.domain')
      .where('shop_credential.shop_id', '=', shopId)
      .executeTakeFirst(),
  );
  if (!stored) throw new PlatformError('unauthorised', 'Courierdesk is not installed in this store.');
  if (stored.access_revoked_at) throw new PlatformError('unauthorised', 'The store withdrew our access.');
  return stored;
}

/** `done`: new tokens are stored. `elsewhere`: another process has the lease. */
async function renew(context: Context, shopId: string, stored: Credential): Promise<'done' | 'elsewhere'> {
  if (!stored.refresh_token) {
    const error = new PlatformError(
      'unauthorised',
      'The store no longer accepts our access token, and it cannot be renewed.',
    );
    await markRefused(context, shopId, stored.access_token);
    throw error;
  }
  const leaseId = newId();
  if (!(await takeLease(context, shopId, leaseId, stored.access_token))) return 'elsewhere';
  try {
    const refreshToken = context.vault.open(stored.refresh_token, credentialPlace(shopId));
    const grant = await context.shopify.refresh(stored.domain, refreshToken);
    await withShop(context.db, shopId, (trx) =>
      trx
        .updateTable('shop_credential')
        .set({
          ...sealedGrant(context, shopId, grant),
          ...(grant.scopes.length === 0 && { scopes: stored.scopes }),
        })
        .where('shop_id', '=', shopId)
        .where('lease_id', '=', leaseId)
        .execute(),
    );
    return 'done';
  } catch (error) {
    if (error instanceof PlatformError && error.kind === 'unauthorised')
      await markRefused(context, shopId, stored.access_token);
    else await releaseLease(context, shopId, leaseId);
    throw error;
  }
}

async function takeLease(context: Context, shopId: string, leaseId: string, accessToken: Buffer): Promise<boolean> {
  const now = context.clock();
  const taken = await withShop(context.db, shopId, (trx) =>
    trx
      .updateTable('shop_credential')
      .set({ lease_id: leaseId, lease_until: new Date(now.getTime() + leaseMs) })
      .where('shop_id', '=', shopId)
      .where('access_token', '=', accessToken)
      .where((where) => where.or([where('lease_until', 'is', null), where('lease_until', '<', now)]))
      .executeTakeFirst(),
  );
  return taken.numUpdatedRows > 0n;
}

async function releaseLease(context: Context, shopId: string, leaseId: string): Promise<void> {
  await withShop(context.db, shopId, (trx) =>
    trx
      .updateTable('shop_credential')
      .set({ lease_id: null, lease_until: null })
      .where('shop_id', '=', shopId)
      .where('lease_id', '=', leaseId)
      .execute(),
  );
}

/** Marks only the refused tokens. Tokens that a new installation has just stored stay valid. */
async function markRefused(context: Context, shopId: string, accessToken: Buffer): Promise<void> {
  const now = context.clock();
  await withShop(context.db, shopId, async (trx) => {
    const marked = await trx
      .updateTable('shop_credential')
      .set({ access_revoked_at: now, lease_id: null, lease_until: null })
      .where('shop_id', '=', shopId)
      .where('access_token', '=', accessToken)
      .where('access_revoked_at', 'is', null)
      .executeTakeFirst();
    if (marked.numUpdatedRows === 0n) return;
    await recordAuditEvent(trx, systemActor(shopId, 'Store'), {
      at: now,
      action: 'shop.access-withdrawn',
      subjectKind: 'shop',
      subjectId: shopId,
      label: '',
    });
  });
}

/** The context that a store's tokens are encrypted with. */
export const credentialPlace = (shopId: string): string => `shop_credential:${shopId}`;
