import { lostAccessText, type LostAccess } from '@courierdesk/contract/sessions';
import { AppError } from '../../base/errors.ts';
import { PlatformError } from '../../adapters/platforms/platform.ts';
import type { ErrorPage } from '../../base/http/error-page.ts';
import { StorePageError } from './store-page-error.ts';

/** Texts of the pages on which a visit from the store can end. `adminUrl` links to the store's admin. */

export const linkNotValid: ErrorPage = {
  status: 400,
  title: 'This link has expired',
  happened: 'A link from the store admin works for 90 seconds and must not be changed.',
  safe: 'Nothing was changed.',
  next: 'Open Courierdesk from the store admin again.',
};

export const signInLost = (adminUrl: string): ErrorPage => ({
  status: 400,
  title: 'This sign-in has expired',
  happened: 'A sign-in from the store works once, within ten minutes, in the browser where you started it.',
  safe: 'You were not signed in. Nothing was changed.',
  next: 'Open Courierdesk from the store admin again, in this browser.',
  link: { href: adminUrl, text: 'Go to the store admin' },
});

export const consentRefused = (adminUrl: string): ErrorPage => ({
  status: 403,
  title: 'The permissions were not approved',
  happened: 'Courierdesk needs permission to see the store’s orders and mark them as fulfilled.',
  safe: 'Nothing was installed, and we read nothing from the store.',
  next: 'Open Courierdesk from the store admin again and approve the permissions.',
  link: { href: adminUrl, text: 'Go to the store admin' },
});

export const permissionsMissing = (missing: readonly string[], adminUrl: string): ErrorPage => ({
  status: 403,
  title: 'Some permissions are missing',
  happened: `Courierdesk can’t book and fulfil orders without: ${missing.join(', ')}.`,
  safe: 'We read nothing from the store and changed nothing.',
  next: 'Open Courierdesk from the store admin again and approve all permissions.',
  link: { href: adminUrl, text: 'Go to the store admin' },
});

export const unknownUser = (shop: string): ErrorPage => ({
  status: 403,
  title: 'You don’t have access yet',
  happened: `Your store account is not a Courierdesk user of ${shop}.`,
  safe: 'You were not signed in.',
  next: 'Ask the owner of the shop to add you under Users, with the verified email that you use in the store.',
});

export const emailNotVerified: ErrorPage = {
  status: 403,
  title: 'Your email is not verified in the store',
  happened: 'A Courierdesk user has this email, but the store has not verified that it is yours.',
  safe: 'You were not signed in.',
  next: 'Verify your email in your store account, then open Courierdesk again.',
};

export const emailOfAnother = (shop: string): ErrorPage => ({
  status: 403,
  title: 'Your email belongs to another user',
  happened: `A Courierdesk user of ${shop} has your email, but came from another account of the store.`,
  safe: 'You were not signed in.',
  next: 'If this user is you, sign in with your password. Otherwise ask the owner of the shop to change the email of this user, or to delete them, and to add you.',
});

export const lostAccess = (reason: LostAccess): ErrorPage => ({
  status: 403,
  title: 'You no longer have access',
  happened: lostAccessText[reason],
  safe: 'You were not signed in.',
  next: 'After that, open Courierdesk from the store admin again.',
});

export const blocked: ErrorPage = {
  status: 403,
  title: 'This shop is blocked',
  happened: 'Courierdesk has blocked this shop: nobody can sign in, and nothing is booked.',
  safe: 'Nothing was deleted, and parcels on their way are still tracked.',
  next: 'The shop owner can ask support for the reason.',
};

/** The page for an expected error; undefined for a bug. */
export function pageOf(error: unknown): ErrorPage | undefined {
  if (error instanceof StorePageError) return error.page;
  if (error instanceof AppError && error.code === 'too-many-requests') {
    return {
      status: 429,
      title: 'Too many tries',
      happened: error.message,
      safe: 'Nothing was changed.',
      next: 'Then open Courierdesk from the store admin again.',
    };
  }
  if (!(error instanceof PlatformError)) return undefined;
  if (error.kind === 'unauthorised' || error.kind === 'rejected') {
    return {
      status: 403,
      title: 'The store refused the sign-in',
      happened: 'The store started this sign-in but did not complete it.',
      safe: 'You were not signed in. Nothing was changed.',
      next: 'Open Courierdesk from the store admin again.',
    };
  }
  return {
    status: 503,
    title: 'The store is not responding',
    happened: 'We could not complete the sign-in because the store did not respond.',
    safe: 'You were not signed in. Your orders and bookings are unaffected.',
    next: 'Wait a moment, then open Courierdesk from the store admin again.',
  };
}
