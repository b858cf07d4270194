import { forgetPageAfterSignIn, rememberPageAfterSignIn } from './page-after-sign-in.ts';

/**
 * Work that a session's end interrupted: the session expired, or another tab signed out. Unsaved forms are kept until
 * the same person signs in again. Another person cannot see them.
 */
const ownerKey = 'interrupted_user';

/** Booking forms store their own drafts, under this prefix. */
export const bookingDraftPrefix = 'booking-draft:';

/** Only in memory, because courier account forms contain credentials. */
const forms = new Map<string, unknown>();

export function interruptWork(userId: string): void {
  sessionStorage.setItem(ownerKey, userId);
  rememberPageAfterSignIn(location.pathname + location.search);
}

export const isInterrupted = (): boolean => sessionStorage.getItem(ownerKey) !== null;

/** Called after sign-in. */
export function resumeWork(userId: string): void {
  const owner = sessionStorage.getItem(ownerKey);
  if (owner === null) return;
  sessionStorage.removeItem(ownerKey);
  if (owner === userId) return;
  forms.clear();
  forgetPageAfterSignIn();
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(bookingDraftPrefix)) sessionStorage.removeItem(key);
}

/** `form` is the path of its page, and its name where a page has several. */
export const keepForm = (form: string, values: unknown): void => void forms.set(form, values);

export function takeForm(form: string): unknown {
  const values = forms.get(form);
  forms.delete(form);
  return values;
}
