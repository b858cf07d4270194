/** The page that a signed-out person wanted to open, for example from an email link. Sign-in continues there. */
const key = 'wanted_page';

export const rememberPageAfterSignIn = (path: string): void => sessionStorage.setItem(key, path);

export const forgetPageAfterSignIn = (): void => sessionStorage.removeItem(key);

/** A path of the dashboard, with its search. */
export function pageAfterSignIn(): string {
  const path = sessionStorage.getItem(key) ?? '';
  return /^\/dashboard(?:[/?]|$)/.test(path) ? path : '/dashboard';
}
