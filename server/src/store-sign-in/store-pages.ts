import { AppError } from '../errors.ts';
import { PlatformError } from '../platforms/platform.ts';
import { StorePageError, type StorePage } from './store-page.ts';

/** The ends that a visit from the store can come to, in words. `adminUrl` leads back to the store's admin. */

export const linkNotValid: StorePage = {
  status: 400,
  title: 'This link does not work any more',
  happened: 'Links from the store admin work for a minute and a half, and only as the store made them.',
  safe: 'Nothing was opened and nothing was changed.',
  next: 'Open Courierdesk from the store admin again.',
};

export const signInLost = (adminUrl: string): StorePage => ({
  status: 400,
  title: 'This sign-in took too long or began elsewhere',
  happened: 'A sign-in through the store must end within ten minutes, once, and in the browser where it began.',
  safe: 'Nobody was signed in and nothing was changed.',
  next: 'Open Courierdesk from the store admin again, in this browser.',
  link: { href: adminUrl, text: 'Go to the store admin' },
});

export const consentRefused = (adminUrl: string): StorePage => ({
  status: 403,
  title: 'The store did not agree',
  happened: 'Courierdesk can only work with a store that lets it see orders and mark them as fulfilled.',
  safe: 'Nothing was installed and nothing was read from the store.',
  next: 'Open Courierdesk from the store admin again and agree there.',
  link: { href: adminUrl, text: 'Go to the store admin' },
});

export const permissionsMissing = (missing: readonly string[], adminUrl: string): StorePage => ({
  status: 403,
  title: 'The store gave fewer permissions than needed',
  happened: `Courierdesk cannot book and fulfil orders without: ${missing.join(', ')}.`,
  safe: 'Nothing was read from the store and nothing was changed.',
  next: 'Open Courierdesk from the store admin again and agree to all permissions.',
  link: { href: adminUrl, text: 'Go to the store admin' },
});

export const askTheOwner = (shop: string): StorePage => ({
  status: 403,
  title: 'Ask the owner of the shop to add you',
  happened: `Your account in the store is not a user of Courierdesk for ${shop}.`,
  safe: 'Nobody was signed in.',
  next: 'Ask the owner of the shop to add you under Staff, with the verified e-mail address that you use in the store.',
});

export const emailNotVerified: StorePage = {
  status: 403,
  title: 'Your e-mail address is not verified in the store',
  happened: 'A user of Courierdesk has this address, and the store does not know yet that it is yours.',
  safe: 'Nobody was signed in.',
  next: 'Verify your e-mail address in your account at the store, then open Courierdesk again.',
};

export const restricted: StorePage = {
  status: 403,
  title: 'Your account is restricted',
  happened: 'The owner of the shop has restricted your account.',
  safe: 'Nobody was signed in.',
  next: 'Ask the owner of the shop.',
};

/** What a failure on the way means for the person; a bug stays one. */
export function pageOf(error: unknown): StorePage | undefined {
  if (error instanceof StorePageError) return error.page;
  if (error instanceof AppError && error.code === 'too-many-requests') {
    return {
      status: 429,
      title: 'Too many tries',
      happened: error.message,
      safe: 'Nothing was changed.',
      next: 'Wait a minute, then open Courierdesk from the store admin again.',
    };
  }
  if (!(error instanceof PlatformError)) return undefined;
  if (error.kind === 'unauthorised' || error.kind === 'rejected') {
    return {
      status: 403,
      title: 'The store did not let us in',
      happened: 'The store refused the sign-in that it had just begun.',
      safe: 'Nobody was signed in and nothing was changed.',
      next: 'Open Courierdesk from the store admin again.',
    };
  }
  return {
    status: 503,
    title: 'The store does not answer now',
    happened: 'The store was asked to end the sign-in and did not answer clearly.',
    safe: 'Nobody was signed in. Orders and bookings are as they were.',
    next: 'Wait a moment, then open Courierdesk from the store admin again.',
  };
}
