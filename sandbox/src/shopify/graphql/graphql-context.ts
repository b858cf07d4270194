import type { StoredOrder } from '../platform/order.ts';
import type { StoredShop } from '../platform/shop.ts';
import type { Shopify } from '../platform/shopify.ts';

/** The store and the scopes of one request. */
export type View = {
  shopify: Shopify;
  shop: StoredShop;
  scopes: ReadonlySet<string>;
  now: Date;
  /** A bulk operation reads connections whole, without `first`; a long one in steps. */
  bulk: BulkPosition | undefined;
  /** Ignored search terms, reported in `extensions.search`. */
  searchWarnings: SearchWarning[];
};

export type BulkPosition = {
  /** The cursor where this step begins. */
  after: string | null;
  /** Where the next one begins; null after the last. */
  next: string | null;
  size: number;
};

export type SearchWarning = {
  path: string[];
  query: string;
  field: string;
  message: string;
};

const visibleDays = 60;

export function canSee(view: View, order: StoredOrder): boolean {
  if (order.shop !== view.shop.domain || order.deleted) return false;
  if (view.scopes.has('read_all_orders')) return true;
  return view.now.getTime() - new Date(order.createdAt).getTime() < visibleDays * 86_400_000;
}
