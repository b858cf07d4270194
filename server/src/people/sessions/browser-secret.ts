import { randomBytes } from 'node:crypto';
import type { Config } from '../../base/config.ts';

/**
 * A secret in a cookie of the browser that began a sign-in through the store. Only this browser can finish it, so a link
 * cannot sign anyone in to the shop of the person who made the link.
 */
export const newBrowserSecret = (): string => randomBytes(32).toString('base64url');

export const browserCookieName = (config: Config): string =>
  isSecure(config) ? '__Host-courierdesk-store' : 'courierdesk-store';

export const isSecure = (config: Config): boolean => config.publicUrl.startsWith('https://');
