/** The page that a signed-out person wanted to open, for example from an email link. Sign-in continues there. */
const key = 'wanted_page';

export const rememberWantedPage = (path: string): void => sessionStorage.setItem(key, path);

export const forgetWantedPage = (): void => sessionStorage.removeItem(key);

/** A path of the dashboard, with its search. */
export function wantedPage(): string {
  const path = sessionStorage.getItem(key) ?? '';
  return /^\/dashboard(?:[/?]|$)/.test(path) ? path : '/dashboard';
}
