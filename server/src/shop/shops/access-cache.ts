import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';

export type UsableToken = { readonly domain: string; readonly token: string; readonly until: number };

type AccessCache = {
  readonly tokens: Map<string, UsableToken>;
  readonly renewals: Map<string, Promise<UsableToken>>;
};

const caches = new WeakMap<Db, AccessCache>();

/** The tokens of this process, by shop. */
export function accessCache(db: Db): AccessCache {
  const known = caches.get(db);
  if (known) return known;
  const cache: AccessCache = { tokens: new Map(), renewals: new Map() };
  caches.set(db, cache);
  return cache;
}

/** Call this when a shop's tokens were replaced or deleted, or its store was closed. */
export function clearCachedAccess(context: Pick<Context, 'db'>, shopId: string): void {
  accessCache(context.db).tokens.delete(shopId);
}
