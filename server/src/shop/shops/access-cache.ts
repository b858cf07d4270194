import type { Context } from '../../base/context.ts';
import { RecentMap } from '../../base/process-memory.ts';

export type UsableToken = { readonly domain: string; readonly token: string; readonly until: number };

const maxTokens = 10_000;

/** The tokens of this process and their renewals that are running, by shop. */
export const accessCache = () => ({
  tokens: new RecentMap<UsableToken>(maxTokens),
  renewals: new Map<string, Promise<UsableToken>>(),
});

/** Call this when a shop's tokens were replaced or deleted, or its store was closed. */
export function clearCachedAccess({ memory }: Pick<Context, 'memory'>, shopId: string): void {
  memory.of(accessCache).tokens.delete(shopId);
}
