import * as z from 'zod';
import { forgetPageAfterSignIn, rememberPageAfterSignIn } from './page-after-sign-in.ts';
import { stored } from './stored.ts';

/**
 * Unsaved forms whose work was interrupted. If the session ended (it expired, or another tab signed out), they are kept
 * until the same person signs in again; another person cannot see them. If their page failed, they are kept until the
 * person tries again or leaves. A reload that loads a new version keeps them too.
 */
const ownerKey = 'interrupted_user';

/** Booking forms store their own drafts, under this prefix. */
export const bookingDraftPrefix = 'booking-draft:';

/** Stored only while the browser reloads. */
const formsDuringReload = stored('session', 'forms_during_reload', z.array(z.tuple([z.string(), z.unknown()])));

/** `withoutSecrets` is what a reload stores: browsers write their storage to the disk. */
type KeptForm = { readonly values: unknown; readonly withoutSecrets: unknown };

const forms = new Map<string, KeptForm>();

export function interruptWork(userId: string): void {
  sessionStorage.setItem(ownerKey, userId);
  rememberPageAfterSignIn(location.pathname + location.search);
}

let failing = false;

/** The open page failed. Call what it returns when the failure is no longer shown. */
export function interruptByFailure(): () => void {
  failing = true;
  return () => {
    failing = false;
  };
}

/** Called when the app starts. */
export function readFormsOfReload(): void {
  for (const [key, values] of formsDuringReload.read() ?? []) keepForm(key, { values, withoutSecrets: values });
  formsDuringReload.remove();
}

/** Called before the browser reloads. */
export function storeInterruptedForms(): void {
  if (sessionStorage.getItem(ownerKey) === null) return;
  formsDuringReload.write([...forms].map(([key, { withoutSecrets }]) => [key, withoutSecrets]));
}

/** The person leaves a page that failed. */
export function leaveFailedPage(): void {
  if (sessionStorage.getItem(ownerKey) === null) dropKeptWork();
}

export const currentAddress = (): string => location.pathname + location.search;

/**
 * Whether unsaved work on the page at this address must be kept although the page goes. Pages outside the dashboard, such
 * as the sign-in, have passwords and no work.
 */
export const isInterrupted = (address: string): boolean =>
  address.startsWith('/dashboard') &&
  (sessionStorage.getItem(ownerKey) !== null || (failing && address === currentAddress()));

/** Who signed in last since the browser loaded the page. */
let lastUser: string | undefined;

/** Called after sign-in and after a reload. Another person finds nothing that was kept. */
export function resumeWork(userId: string): void {
  const owner = sessionStorage.getItem(ownerKey) ?? lastUser;
  sessionStorage.removeItem(ownerKey);
  lastUser = userId;
  if (owner === undefined || owner === userId) return;
  dropKeptWork();
  forgetPageAfterSignIn();
}

function dropKeptWork(): void {
  forms.clear();
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(bookingDraftPrefix)) sessionStorage.removeItem(key);
}

/** `form` is the path of its page, and its name where a page has several. */
export const keepForm = (form: string, kept: KeptForm): void => void forms.set(form, kept);

export function takeForm(form: string): unknown {
  const kept = forms.get(form);
  forms.delete(form);
  return kept?.values;
}
