import { createHmac, createSecretKey, hkdfSync, timingSafeEqual, type KeyObject } from 'node:crypto';
import type { Config } from '../../base/config.ts';

/** The parcel that a link leads to. The shop is part of the key: a shop can import any number, also that of another one. */
type Linked = { readonly shop_id: string; readonly tracking_number: string | null };

/** The customer's page of a parcel. Its key shows that the shop sent the link: docs/decisions/0015. */
export function trackingLink(config: Config, parcel: Linked): string {
  const page = `${config.publicUrl}/track/${encodeURIComponent(parcel.tracking_number ?? '')}`;
  return config.appSecret ? `${page}?k=${keyOf(config.appSecret, parcel)}` : page;
}

export const hasLinkKey = (config: Config, parcel: Linked, key: string): boolean =>
  [config.appSecret, config.appSecretPrevious].some((secret) => secret && isEqual(key, keyOf(secret, parcel)));

/** 72 bits, which fit into a small QR code. A wrong key counts like a guessed number. */
const keyOf = (secret: string, { shop_id: shopId, tracking_number: number }: Linked): string =>
  createHmac('sha256', signingKey(secret)).update(`${shopId} ${number}`).digest().subarray(0, 9).toString('base64url');

/** By secret. Deriving a key takes longer than signing a link, and an export signs a link for each row. */
const signingKeys = new Map<string, KeyObject>();

function signingKey(secret: string): KeyObject {
  const known = signingKeys.get(secret);
  if (known) return known;
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, 'courierdesk', 'tracking links', 32)));
  signingKeys.set(secret, key);
  return key;
}

function isEqual(given: string, key: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(key)];
  return one.length === other.length && timingSafeEqual(one, other);
}
