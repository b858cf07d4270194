import { storableText } from '@courierdesk/contract/storable-text';
import type { ShopifySettings } from './settings.ts';

/** What became of one request. `lost` means that Shopify may have received it. */
export type HttpAnswer =
  | { readonly kind: 'answered'; readonly status: number; readonly headers: Headers; readonly text: string }
  | { readonly kind: 'not-sent'; readonly cause: unknown }
  | { readonly kind: 'lost'; readonly cause: unknown };

/** One POST without redirects or repeats. Never throws. */
export async function postJson(
  settings: ShopifySettings,
  url: string,
  headers: Record<string, string>,
  body: unknown,
): Promise<HttpAnswer> {
  try {
    const response = await settings.fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
      body: JSON.stringify(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(settings.timeoutMs),
    });
    return { kind: 'answered', status: response.status, headers: response.headers, text: await response.text() };
  } catch (cause) {
    return { kind: wasNeverSent(cause) ? 'not-sent' : 'lost', cause };
  }
}

/** Which GraphQL operation a body of `postJson` asks for. In its values, quotes have a backslash. */
export const operationNameOf = (body: unknown): string =>
  (typeof body === 'string' && /"operationName":"(\w+)"/.exec(body)?.[1]) || 'request';

/** Escapes of NUL and of half a surrogate pair: most answers have none. */
const mayBeUnstorable = /\\u(?:0000|d)/i;

/** The body as JSON, with texts that our database can store, or `undefined` where it is none. */
export function jsonOf(text: string): unknown {
  try {
    return mayBeUnstorable.test(text) ? JSON.parse(text, storableValue) : JSON.parse(text);
  } catch {
    return undefined;
  }
}

const storableValue = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? storableText(value) : value;

/** Milliseconds of a `Retry-After` header in seconds. */
export function retryAfterMs(headers: Headers): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.ceil(seconds * 1000) : undefined;
}

const connectFailures = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function wasNeverSent(cause: unknown): boolean {
  for (let error = cause; error instanceof Error; error = error.cause) {
    if ('code' in error && typeof error.code === 'string' && connectFailures.has(error.code)) return true;
  }
  return false;
}
