/** The page that somebody who was not signed in wanted to open, as by the link of a mail: sign-in goes on to it. */
const key = 'wanted_page';

export const rememberWantedPage = (path: string): void => sessionStorage.setItem(key, path);

export const forgetWantedPage = (): void => sessionStorage.removeItem(key);

/** A path of the dashboard, with its search. */
export function wantedPage(): string {
  const path = sessionStorage.getItem(key) ?? '';
  return /^\/dashboard(?:[/?]|$)/.test(path) ? path : '/dashboard';
}
