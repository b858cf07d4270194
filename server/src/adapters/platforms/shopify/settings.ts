import { PlatformError } from '../platform.ts';

export type ShopifyOptions = {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Still accepted while the secret is being changed. */
  readonly previousSecret?: string | undefined;
  readonly apiVersion?: string | undefined;
  /** Where a store answers; a simulator overrides it. Without it: `https://{domain}`. */
  readonly baseUrl?: ((domain: string) => string) | undefined;
  readonly now?: (() => Date) | undefined;
  readonly sleep?: ((ms: number) => Promise<void>) | undefined;
  /** Pauses before a request without an answer is repeated, in milliseconds. */
  readonly repeatAfterMs?: readonly number[] | undefined;
  readonly fetch?: typeof fetch | undefined;
  /** Longest time for one request, in milliseconds. */
  readonly timeoutMs?: number | undefined;
  /** Longest time one call may spend waiting for its turn (cost, 429), in milliseconds. */
  readonly maxWaitMs?: number | undefined;
};

export type ShopifySettings = {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Current first. */
  readonly secrets: readonly string[];
  readonly apiVersion: string;
  readonly baseUrl: (domain: string) => string;
  readonly orderAdminUrl: (domain: string, platformOrderId: string) => string;
  readonly now: () => Date;
  readonly sleep: (ms: number) => Promise<void>;
  readonly repeatAfterMs: readonly number[];
  readonly fetch: typeof fetch;
  readonly timeoutMs: number;
  readonly maxWaitMs: number;
};

export function shopifySettings(options: ShopifyOptions): ShopifySettings {
  const { baseUrl } = options;
  return {
    clientId: options.clientId,
    clientSecret: options.clientSecret,
    secrets: options.previousSecret ? [options.clientSecret, options.previousSecret] : [options.clientSecret],
    apiVersion: options.apiVersion ?? '2026-10',
    baseUrl: (domain) => {
      assertShopDomain(domain);
      return baseUrl ? baseUrl(domain) : `https://${domain}`;
    },
    orderAdminUrl: (domain, platformOrderId) =>
      baseUrl
        ? `${baseUrl(domain)}/admin/orders/${platformOrderId}`
        : `https://admin.shopify.com/store/${domain.replace(/\.myshopify\.com$/, '')}/orders/${platformOrderId}`,
    now: options.now ?? (() => new Date()),
    sleep: options.sleep ?? ((ms) => new Promise((resolve) => setTimeout(resolve, ms))),
    repeatAfterMs: options.repeatAfterMs ?? [400, 1600],
    fetch: options.fetch ?? fetch,
    timeoutMs: options.timeoutMs ?? 15_000,
    maxWaitMs: options.maxWaitMs ?? 30_000,
  };
}

export function isShopDomain(domain: string): boolean {
  return /^[a-z0-9][a-z0-9-]*\.myshopify\.com$/.test(domain);
}

/** A domain comes from the outside and becomes an address we call: nothing but a store's own name may pass. */
function assertShopDomain(domain: string): void {
  if (!isShopDomain(domain)) throw new PlatformError('rejected', `“${domain}” is not the name of a Shopify store.`);
}
