import crypto from 'node:crypto';
import type { SignedQuery } from '../sign-in.ts';
import { isShopDomain } from './settings.ts';

/**
 * Reads a query that Shopify signed; `undefined` when the signature, the store's name or the age is wrong.
 * `rawQuery` is the text after `?`, exactly as received. See docs/contracts/shopify.md, "Signed queries".
 */
export function verifyQuery(
  rawQuery: string,
  secrets: readonly string[],
  now: Date,
  maxAgeSeconds = 90,
): SignedQuery | undefined {
  const query = new URLSearchParams(rawQuery);
  const hmac = query.get('hmac');
  const domain = query.get('shop');
  if (!hmac || !domain || !isShopDomain(domain) || hasRepeatedName(query)) return undefined;
  const timestamp = query.get('timestamp') ?? '';
  if (!/^\d{1,12}$/.test(timestamp)) return undefined;
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > maxAgeSeconds) return undefined;
  const texts = signedTexts(query);
  if (!isSignedBy(secrets, (secret) => texts.map((text) => digest(secret, text, 'hex')), hmac)) return undefined;
  const ids = [...query.getAll('ids[]'), ...query.getAll('id')];
  return {
    domain,
    orderIds: [...new Set(ids.filter((id) => /^\d{1,20}$/.test(id)))],
    code: query.get('code') ?? undefined,
    state: query.get('state') ?? undefined,
    hmac,
  };
}

/** `header` is `X-Shopify-Hmac-Sha256`; the body must be the bytes as received. */
export function verifyWebhook(rawBody: Uint8Array, header: string | undefined, secrets: readonly string[]): boolean {
  if (!header) return false;
  return isSignedBy(secrets, (secret) => [digest(secret, rawBody, 'base64')], header);
}

/**
 * The texts Shopify may have signed: decoded values, or percent-encoded ones; a list is one entry `ids=["1", "2"]`.
 * The decoded form is left out when a value holds `&`, because it would then read like another query.
 */
function signedTexts(query: URLSearchParams): string[] {
  const values = new Map<string, string>();
  const lists = new Map<string, string[]>();
  for (const [name, value] of query) {
    if (name === 'hmac' || name === 'signature') continue;
    if (!name.endsWith('[]')) values.set(name, value);
    else lists.set(name.slice(0, -2), [...(lists.get(name.slice(0, -2)) ?? []), value]);
  }
  for (const [name, list] of lists) values.set(name, `[${list.map((value) => `"${value}"`).join(', ')}]`);
  const rows = [...values].sort(([a], [b]) => (a < b ? -1 : 1));
  const encoded = rows.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');
  if (rows.some(([name, value]) => name.includes('=') || `${name}${value}`.includes('&'))) return [encoded];
  return [rows.map(([name, value]) => `${name}=${value}`).join('&'), encoded];
}

/** `id=1&id=2` could be signed as one and read as the other. */
function hasRepeatedName(query: URLSearchParams): boolean {
  const names = [...query.keys()].filter((name) => !name.endsWith('[]'));
  const lists = new Set([...query.keys()].filter((name) => name.endsWith('[]')).map((name) => name.slice(0, -2)));
  return new Set(names).size !== names.length || names.some((name) => lists.has(name));
}

/** Compares with every candidate, so that the time taken does not tell which one came close. */
function isSignedBy(secrets: readonly string[], digests: (secret: string) => string[], given: string): boolean {
  let signed = false;
  for (const candidate of secrets.flatMap(digests)) signed = isSame(candidate, given) || signed;
  return signed;
}

function digest(secret: string, data: string | Uint8Array, encoding: 'hex' | 'base64'): string {
  return crypto.createHmac('sha256', secret).update(data).digest(encoding);
}

function isSame(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && crypto.timingSafeEqual(left, right);
}
