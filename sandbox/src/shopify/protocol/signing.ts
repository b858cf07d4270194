import crypto from 'node:crypto';
import type { SandboxConfig } from '../../core/config.ts';

/** During a rotation Shopify signs with the oldest secret that is not revoked. */
export function signingSecret(config: SandboxConfig): string {
  return config.previousClientSecret ?? config.clientSecret;
}

export function signBody(secret: string, body: string): string {
  return crypto.createHmac('sha256', secret).update(body).digest('base64');
}

/**
 * A query string signed as Shopify signs launches, callbacks and admin links. A selection is sent as `ids[]=1&ids[]=2` and
 * signed as one entry `ids=["1", "2"]`: docs/contracts/shopify.md, "Signed queries".
 */
export function signedQuery(secret: string, values: Record<string, string>, ids?: readonly string[]): string {
  const signed = new Map(Object.entries(values));
  if (ids) signed.set('ids', `[${ids.map((id) => `"${id}"`).join(', ')}]`);
  const text = [...signed.keys()]
    .sort()
    .map((key) => `${key}=${signed.get(key)}`)
    .join('&');
  const query = new URLSearchParams(values);
  for (const id of ids ?? []) query.append('ids[]', id);
  query.append('hmac', crypto.createHmac('sha256', secret).update(text).digest('hex'));
  return query.toString();
}

export function hostParameter(handle: string): string {
  return Buffer.from(`admin.shopify.com/store/${handle}`)
    .toString('base64')
    .replace(/(?<!=)=+$/, '');
}
