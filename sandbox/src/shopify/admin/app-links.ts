import type { SandboxContext } from '../../core/sandbox-context.ts';
import { handleOf } from '../platform/shop.ts';
import { currentDomain } from '../protocol/store-domains.ts';
import { hostParameter, signedQuery, signingSecret } from '../protocol/signing.ts';

/** The link from the store admin's list of apps. */
export function launchLink(context: SandboxContext, shop: string): string {
  return `${context.config.appUrl}/shopify/launch?${signed(context, shop, {})}`;
}

/** "Book with Courierdesk" on one order. */
export function orderLink(context: SandboxContext, shop: string, orderId: number): string {
  return `${context.config.appUrl}/shopify/orders/open?${signed(context, shop, { id: String(orderId) })}`;
}

/** "Book with Courierdesk" on the selected orders. */
export function selectionLink(context: SandboxContext, shop: string, orderIds: readonly number[]): string {
  const query = signed(context, shop, {}, orderIds.map(String));
  return `${context.config.appUrl}/shopify/orders/open-many?${query}`;
}

function signed(context: SandboxContext, domain: string, values: Record<string, string>, ids?: string[]): string {
  const shop = currentDomain(context, domain);
  return signedQuery(
    signingSecret(context.config),
    {
      ...values,
      host: hostParameter(handleOf(shop)),
      locale: 'en',
      shop,
      timestamp: String(Math.floor(context.now().getTime() / 1000)),
    },
    ids,
  );
}
