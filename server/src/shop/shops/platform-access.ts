import { setTimeout as pause } from 'node:timers/promises';
import { StoreClosure } from '@courierdesk/contract/store-closure';
import type { Selectable } from 'kysely';
import type { Context } from '../../base/context.ts';
import { hasLease, isFree, leaseTime, newLease, noLease, type Lease } from '../../base/db/leases.ts';
import type { ShopCredential } from '../../base/db/schema.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { PlatformError, type PlatformAccess } from '../../adapters/platforms/platform.ts';
import type { PlatformGrant } from '../../adapters/platforms/sign-in.ts';
import { accessCache, clearCachedAccess, type UsableToken } from './access-cache.ts';
import { closeStore, opensAgain } from './closed-stores.ts';

const refreshBeforeMs = 5 * 60_000;
const cacheMs = 60_000;
/**
 * So long, others wait for a process that was killed while it renewed an access. A live one extends its lease while it waits for the
 * store: two that renew at once could end each other's tokens.
 */
const leaseMs = 25_000;
const extendEveryMs = 5_000;
/** If a renewal fails, or another process is busy with it, a token in its last minutes is used for this long. */
const graceMs = 15_000;
const otherProcessPollMs = 100;
const waitMs = 60_000;

/**
 * Access to the shop's store. Tokens are renewed before they expire, by one process at a time: the one with the lease
 * asks the store, outside any transaction, and the others use the old token, or wait for the new one if it has expired.
 */
export async function platformAccess(context: Context, shopId: string): Promise<PlatformAccess> {
  const access = await accessToAsk(context, shopId, 'open');
  return { ...access, refused: (error) => closeIfRefused(context, shopId, error) };
}

/** Access to a store that was closed when we last asked it, to find out if it is open again. */
export function accessToProbe(context: Context, shopId: string): Promise<PlatformAccess> {
  return accessToAsk(context, shopId, 'any');
}

/** `open`: fails without asking the store while it is closed. */
type Wanted = 'open' | 'any';

async function accessToAsk(context: Context, shopId: string, wanted: Wanted): Promise<PlatformAccess> {
  const { domain } = await currentToken(context, shopId, wanted);
  return {
    domain,
    token: async () => (await currentToken(context, shopId, wanted)).token,
    renewedToken: async (refused) => {
      clearCachedAccess(context, shopId);
      return (await usableToken(context, shopId, wanted, refused)).token;
    },
  };
}

/** One refused call does not prove that a permission is missing, so we ask what the merchant allows. */
async function closeIfRefused(context: Context, shopId: string, error: PlatformError): Promise<void> {
  if (opensAgain(error.closedAs)) {
    await closeStore(context, shopId, error.closedAs);
    return;
  }
  try {
    const scopes = await context.platform.grantedScopes(await accessToProbe(context, shopId));
    if (context.platform.missingScopes(scopes).length > 0)
      await closeStore(context, shopId, 'scopes-missing', { scopes });
  } catch (cause) {
    if (!(cause instanceof PlatformError)) throw cause;
  }
}

/** The columns of `shop_credential` for a grant. */
export function sealedGrant(context: Pick<Context, 'vault' | 'clock'>, shopId: string, grant: PlatformGrant) {
  const place = credentialPlace(shopId);
  return {
    access_token: context.vault.seal(grant.accessToken, place),
    refresh_token: grant.refreshToken === undefined ? null : context.vault.seal(grant.refreshToken, place),
    access_expires_at: grant.expiresAt ?? null,
    refresh_expires_at: grant.refreshTokenExpiresAt ?? null,
    scopes: grant.scopes.join(','),
    ...noLease,
    updated_at: context.clock(),
  };
}

async function currentToken(context: Context, shopId: string, wanted: Wanted): Promise<UsableToken> {
  const known = context.memory.of(accessCache).tokens.get(shopId);
  if (known && known.until > context.clock().getTime()) return known;
  return usableToken(context, shopId, wanted, undefined);
}

/** One renewal at a time in this process; the lease excludes other processes. */
async function usableToken(
  context: Context,
  shopId: string,
  wanted: Wanted,
  refused: string | undefined,
): Promise<UsableToken> {
  const cache = context.memory.of(accessCache);
  for (let running = cache.renewals.get(shopId); running; running = cache.renewals.get(shopId)) {
    const usable = await running;
    if (usable.token !== refused) return usable;
  }
  const renewal = findOrRenew(context, shopId, wanted, refused).finally(() => cache.renewals.delete(shopId));
  cache.renewals.set(shopId, renewal);
  const usable = await renewal;
  cache.tokens.set(shopId, usable);
  return usable;
}

async function findOrRenew(
  context: Context,
  shopId: string,
  wanted: Wanted,
  refused: string | undefined,
): Promise<UsableToken> {
  const giveUpAt = Date.now() + waitMs;
  for (;;) {
    const stored = await storedCredential(context, shopId, wanted);
    const now = context.clock();
    const usable: UsableToken = {
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
    if (renewed === 'keep' || (renewed === 'elsewhere' && stillWorks))
      return { ...usable, until: Math.min(expiresAt, now.getTime() + graceMs) };
    if (renewed === 'elsewhere') {
      if (Date.now() > giveUpAt)
        throw new PlatformError('unavailable', 'Another process takes too long to renew the access.');
      await pause(otherProcessPollMs);
    }
  }
}

type Credential = Selectable<ShopCredential> & { readonly domain: string };

async function storedCredential(context: Context, shopId: string, wanted: Wanted): Promise<Credential> {
  const stored = await withShop(context.db, shopId, (trx) =>
    trx
      .selectFrom('shop_credential')
      .innerJoin('shop', 'shop.id', 'shop_credential.shop_id')
      .selectAll('shop_credential')
      .select('shop.domain')
      .where('shop_credential.shop_id', '=', shopId)
      .executeTakeFirst(),
  );
  if (!stored) throw closedError('uninstalled');
  const { closed_as: closedAs } = stored;
  if (closedAs === 'withdrawn' || (closedAs && wanted === 'open')) throw closedError(StoreClosure.parse(closedAs));
  return stored;
}

function closedError(closedAs: StoreClosure): PlatformError {
  const kind = opensAgain(closedAs) ? 'unavailable' : 'unauthorised';
  return new PlatformError(kind, closureMessages[closedAs], { closedAs });
}

const closureMessages: Record<StoreClosure, string> = {
  frozen: 'The store is frozen until its Shopify bill is paid.',
  locked: 'Shopify has locked the store.',
  'scopes-missing': 'The store took permissions away from Courierdesk.',
  withdrawn: 'The store withdrew our access.',
  uninstalled: 'Courierdesk is not installed in this store.',
};

/** `done`: new tokens are stored. `elsewhere`: another process has the lease. */
async function renew(context: Context, shopId: string, stored: Credential): Promise<'done' | 'elsewhere'> {
  if (!stored.refresh_token) {
    const error = new PlatformError(
      'unauthorised',
      'The store no longer accepts our access token, and it cannot be renewed.',
    );
    await closeStore(context, shopId, 'withdrawn', { accessToken: stored.access_token });
    throw error;
  }
  const lease = await takeLease(context, shopId, stored.access_token);
  if (!lease) return 'elsewhere';
  // If the database is away, nobody else can take the lease either.
  const extending = setInterval(() => void extendLease(context, shopId, lease).catch(() => undefined), extendEveryMs);
  try {
    const refreshToken = context.vault.open(stored.refresh_token, credentialPlace(shopId));
    const grant = await context.platform.refreshGrant(stored.domain, refreshToken);
    await withShop(context.db, shopId, (trx) =>
      trx
        .updateTable('shop_credential')
        .set({
          ...sealedGrant(context, shopId, grant),
          ...(grant.scopes.length === 0 && { scopes: stored.scopes }),
        })
        .where('shop_id', '=', shopId)
        .where(hasLease(lease))
        .execute(),
    );
    return 'done';
  } catch (error) {
    if (error instanceof PlatformError && error.kind === 'unauthorised') {
      await closeStore(context, shopId, 'withdrawn', { accessToken: stored.access_token });
      throw error;
    }
    await releaseLease(context, shopId, lease);
    if (error instanceof PlatformError && opensAgain(error.closedAs)) await closeStore(context, shopId, error.closedAs);
    else context.log.warn({ err: error, shopId }, 'could not renew the access to a store');
    throw error;
  } finally {
    clearInterval(extending);
  }
}

/** Undefined while another process has it, or if it has renewed the token. */
async function takeLease(context: Context, shopId: string, accessToken: Buffer): Promise<Lease | undefined> {
  const now = context.clock();
  const lease = newLease(now, leaseMs);
  const taken = await withShop(context.db, shopId, (trx) =>
    trx
      .updateTable('shop_credential')
      .set(lease)
      .where('shop_id', '=', shopId)
      .where('access_token', '=', accessToken)
      .where(isFree(now))
      .executeTakeFirst(),
  );
  return taken.numUpdatedRows > 0n ? lease : undefined;
}

async function extendLease(context: Context, shopId: string, lease: Lease): Promise<void> {
  await withShop(context.db, shopId, (trx) =>
    trx
      .updateTable('shop_credential')
      .set(leaseTime(context.clock(), leaseMs))
      .where('shop_id', '=', shopId)
      .where(hasLease(lease))
      .execute(),
  );
}

async function releaseLease(context: Context, shopId: string, lease: Lease): Promise<void> {
  await withShop(context.db, shopId, (trx) =>
    trx.updateTable('shop_credential').set(noLease).where('shop_id', '=', shopId).where(hasLease(lease)).execute(),
  );
}

/** The context that a store's tokens are encrypted with. */
export const credentialPlace = (shopId: string): string => `shop_credential:${shopId}`;
