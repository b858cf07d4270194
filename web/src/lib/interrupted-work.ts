import { forgetWantedPage, rememberWantedPage } from './wanted-page.ts';

/**
 * What someone was doing in this tab when their session ended without their wish: it expired, or another tab signed out.
 * Half-typed forms are kept until the same person signs in again. Another person gets none of it.
 */
const ownerKey = 'interrupted_user';

/** Booking forms keep their drafts themselves, under this prefix. */
export const bookingDraftPrefix = 'booking-draft:';

/** Only in memory: forms of courier accounts hold credentials. */
const forms = new Map<string, unknown>();

export function interruptWork(userId: string): void {
  sessionStorage.setItem(ownerKey, userId);
  rememberWantedPage(location.pathname + location.search);
}

export const isInterrupted = (): boolean => sessionStorage.getItem(ownerKey) !== null;

/** Somebody is signed in. */
export function resumeWork(userId: string): void {
  const owner = sessionStorage.getItem(ownerKey);
  if (owner === null) return;
  sessionStorage.removeItem(ownerKey);
  if (owner === userId) return;
  forms.clear();
  forgetWantedPage();
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(bookingDraftPrefix)) sessionStorage.removeItem(key);
}

/** `page` is the path of the form's page. */
export const keepForm = (page: string, values: unknown): void => void forms.set(page, values);

export function takeForm(page: string): unknown {
  const values = forms.get(page);
  forms.delete(page);
  return values;
}
