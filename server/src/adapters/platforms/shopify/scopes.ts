/**
 * What we ask for at install: docs/contracts/shopify.md, "Scopes". `read_all_orders` is added by Shopify's approval, not by
 * asking.
 */
export const shopifyScopes = [
  'read_orders',
  'write_orders',
  'read_merchant_managed_fulfillment_orders',
  'write_merchant_managed_fulfillment_orders',
  'read_third_party_fulfillment_orders',
  'write_third_party_fulfillment_orders',
  'read_fulfillments',
  'write_fulfillments',
  'read_locations',
] as const;

const visibleDays = 59;

export const hiddenBefore = (granted: readonly string[], now: Date): Date =>
  granted.includes('read_all_orders') ? new Date(0) : new Date(now.getTime() - visibleDays * 86_400_000);

/** The asked scopes that a grant lacks. `write_x` implies `read_x` and may be granted alone. */
export function missingScopes(granted: readonly string[]): string[] {
  const has = new Set(granted.flatMap((scope) => [scope, scope.replace(/^write_/, 'read_')]));
  return shopifyScopes.filter((scope) => !has.has(scope));
}
