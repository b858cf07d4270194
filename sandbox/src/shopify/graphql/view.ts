import type { StoredOrder } from '../order.ts';
import type { StoredShop } from '../shop.ts';
import type { Shopify } from '../shopify.ts';

/** Who asks, and what they may see. */
export interface View {
  shopify: Shopify;
  shop: StoredShop;
  scopes: ReadonlySet<string>;
  now: Date;
  /** A bulk operation reads connections whole, without `first`. */
  bulk: boolean;
  /** Ignored search terms, reported in `extensions.search`. */
  searchWarnings: SearchWarning[];
}

export interface SearchWarning {
  path: string[];
  query: string;
  field: string;
  message: string;
}

/** `write_x` brings `read_x` with it (shopify.md 2.2). */
export function scopeSet(scopes: readonly string[]): ReadonlySet<string> {
  const all = new Set(scopes);
  for (const scope of scopes) if (scope.startsWith('write_')) all.add(`read_${scope.slice('write_'.length)}`);
  return all;
}

const VISIBLE_DAYS = 60;

export function canSee(view: View, order: StoredOrder): boolean {
  if (order.shop !== view.shop.domain) return false;
  if (view.scopes.has('read_all_orders')) return true;
  return view.now.getTime() - new Date(order.createdAt).getTime() < VISIBLE_DAYS * 86_400_000;
}
