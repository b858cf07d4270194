/** Browser storage of the session. Source: specification, sections 3 and 9. */
export const tokenKey = 'auth_token';
export const userKey = 'user';
/** Prints that this browser waits for. They belong to the signed-in person. */
export const printsKey = 'prints_under_way';
export const recentSearchesKey = 'recent_searches';

export const storedToken = (): string | null => localStorage.getItem(tokenKey);

export const storeToken = (token: string): void => localStorage.setItem(tokenKey, token);

export function clearStoredSession(): void {
  localStorage.removeItem(tokenKey);
  localStorage.removeItem(userKey);
  localStorage.removeItem(printsKey);
  localStorage.removeItem(recentSearchesKey);
}

const twoFactorKey = 'two_factor_token';

/** The token of the first step of sign-in, in this tab. */
export const storedTwoFactorToken = (): string | null => sessionStorage.getItem(twoFactorKey);

export const storeTwoFactorToken = (token: string): void => sessionStorage.setItem(twoFactorKey, token);

export const clearTwoFactorToken = (): void => sessionStorage.removeItem(twoFactorKey);
