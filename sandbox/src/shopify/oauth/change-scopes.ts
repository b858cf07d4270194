import type { Shopify } from '../platform/shopify.ts';

/** Takes permissions away or returns them, as the merchant does in the store's admin. Sends `app/scopes_update`. */
export function changeScopes(shopify: Shopify, domain: string, scopes: string[]): void {
  const { installations } = shopify;
  const installation = installations.get(domain);
  if (!installation) return;
  const previous = installation.scopes;
  installations.changeScopes(domain, scopes);
  sendScopesUpdate(shopify, domain, { id: installation.id, previous, current: scopes });
}

export function sendScopesUpdate(
  { context, webhooks }: Shopify,
  domain: string,
  change: { id: number; previous: string[]; current: string[] },
): void {
  webhooks.emit(domain, 'app/scopes_update', { ...change, updated_at: context.now().toISOString() });
}
