import type { Platform } from '../adapters/platforms/platform.ts';
import { createShopify } from '../adapters/platforms/shopify/client.ts';
import { operationNameOf } from '../adapters/platforms/shopify/http.ts';
import { createShopifyPlatform } from '../adapters/platforms/shopify/platform.ts';
import type { Config } from './config.ts';
import { timed } from './observability/call-times.ts';
import { countingStoreCalls, type Metrics } from './observability/metrics.ts';
import { traced } from './tracing/tracing.ts';

/** The platform of all stores. Its calls are counted, timed and traced. */
export function createPlatform(
  { shopify }: Pick<Config, 'shopify'>,
  {
    clock,
    metrics,
    repeatAfterMs,
  }: { readonly clock: () => Date; readonly metrics: Metrics; readonly repeatAfterMs?: readonly number[] | undefined },
): Platform {
  return createShopifyPlatform(
    createShopify({
      clientId: shopify.clientId,
      clientSecret: shopify.clientSecret,
      previousSecret: shopify.previousSecret,
      baseUrl: (domain) => shopify.origin.replace('{shop}', domain),
      now: clock,
      repeatAfterMs,
      fetch: countingStoreCalls(
        metrics,
        timed(
          'store',
          traced(fetch, (_url, request) => `store ${operationNameOf(request?.body)}`),
        ),
      ),
    }),
  );
}
