import type { Throttle } from '../platform/shop.ts';

export type ThrottleStatus = {
  maximumAvailable: number;
  currentlyAvailable: number;
  restoreRate: number;
};

export type RateLimiter = {
  /** Takes the cost from the store's bucket; false when the bucket has too little. */
  take(shop: string, limits: Throttle, cost: number): boolean;
  refund(shop: string, limits: Throttle, cost: number): void;
  status(shop: string, limits: Throttle): ThrottleStatus;
};

/** A leaky bucket for each store: docs/contracts/shopify.md, "Costs". */
export function openRateLimiter(): RateLimiter {
  const levels = new Map<string, { available: number; at: number }>();

  function refill(shop: string, limits: Throttle): { available: number; at: number } {
    const now = performance.now();
    const level = levels.get(shop) ?? { available: limits.maximumAvailable, at: now };
    const restored = ((now - level.at) / 1000) * limits.restoreRate;
    level.available = Math.min(limits.maximumAvailable, level.available + restored);
    level.at = now;
    levels.set(shop, level);
    return level;
  }

  return {
    take(shop, limits, cost) {
      const level = refill(shop, limits);
      if (level.available < cost) return false;
      level.available -= cost;
      return true;
    },
    refund(shop, limits, cost) {
      const level = refill(shop, limits);
      level.available = Math.min(limits.maximumAvailable, level.available + cost);
    },
    status(shop, limits) {
      const { maximumAvailable, restoreRate } = limits;
      return { maximumAvailable, currentlyAvailable: Math.floor(refill(shop, limits).available), restoreRate };
    },
  };
}
