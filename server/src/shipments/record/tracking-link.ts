import { createHmac, createSecretKey, hkdfSync, timingSafeEqual, type KeyObject } from 'node:crypto';
import type { Config } from '../../base/config.ts';

/** The parcel that a link leads to. Shop and courier are part of the key: parcels of others may have the same number. */
type Linked = { readonly shop_id: string; readonly company: string; readonly tracking_number: string | null };

/** The customer's page of a parcel. Its key shows that the shop sent the link: docs/decisions/0015. */
export function trackingLink(config: Config, parcel: Linked): string {
  const page = `${config.publicUrl}/track/${encodeURIComponent(parcel.tracking_number ?? '')}`;
  return config.appSecret ? `${page}?k=${keyOf(config.appSecret, signedText(parcel))}` : page;
}

/** Keys of the first links do not name the courier. They fit all parcels of the shop with this number. */
export function hasLinkKey(config: Config, parcel: Linked, key: string): boolean {
  const texts = [signedText(parcel), `${parcel.shop_id} ${parcel.tracking_number}`];
  return [config.appSecret, config.appSecretPrevious].some(
    (secret) => secret && texts.some((text) => isEqual(key, keyOf(secret, text))),
  );
}

const signedText = ({ shop_id: shopId, company, tracking_number: number }: Linked): string =>
  JSON.stringify([shopId, company, number]);

/** 72 bits, which fit into a small QR code. A wrong key counts like a guessed number. */
const keyOf = (secret: string, text: string): string =>
  createHmac('sha256', signingKey(secret)).update(text).digest().subarray(0, 9).toString('base64url');

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
