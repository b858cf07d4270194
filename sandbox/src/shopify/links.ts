import type { World } from '../world.ts';
import { handleOf } from './shop.ts';
import { hostParameter, signedQuery, signingSecret } from './signing.ts';

/** Opens the app as the store's admin does from its list of apps. */
export function launchLink(world: World, shop: string): string {
  return `${world.config.appUrl}/shopify/launch?${signed(world, shop, {})}`;
}

/** "Book with Courierdesk" on one order. */
export function orderLink(world: World, shop: string, orderId: number): string {
  return `${world.config.appUrl}/shopify/orders/open?${signed(world, shop, { id: String(orderId) })}`;
}

/** "Book with Courierdesk" on the selected orders. */
export function selectionLink(world: World, shop: string, orderIds: readonly number[]): string {
  const query = signed(world, shop, {}, orderIds.map(String));
  return `${world.config.appUrl}/shopify/orders/open-many?${query}`;
}

function signed(world: World, shop: string, values: Record<string, string>, ids?: string[]): string {
  return signedQuery(
    signingSecret(world.config),
    {
      ...values,
      host: hostParameter(handleOf(shop)),
      locale: 'en',
      shop,
      timestamp: String(Math.floor(world.now().getTime() / 1000)),
    },
    ids,
  );
}
