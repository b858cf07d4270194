import { LostAccess } from '@courierdesk/contract/sessions';

/** Browser storage of the session. */
export const tokenKey = 'auth_token';
export const userKey = 'user';
/** Prints that this browser waits for. They belong to the signed-in person. */
export const printsKey = 'prints_under_way';
export const recentSearchesKey = 'recent_searches';
export const lastFailureKey = 'last_failure';

export const storedToken = (): string | null => localStorage.getItem(tokenKey);

export function storeToken(token: string): void {
  localStorage.setItem(tokenKey, token);
  localStorage.removeItem(lostAccessKey);
}

const lostAccessKey = 'lost_access';

/** Why this browser was signed out, if the server said so: until the next sign-in. Each of its tabs says it. */
export const storedLostAccess = (): LostAccess | undefined =>
  LostAccess.safeParse(localStorage.getItem(lostAccessKey)).data;

export const storeLostAccess = (reason: LostAccess): void => localStorage.setItem(lostAccessKey, reason);

export function clearStoredSession(): void {
  localStorage.removeItem(tokenKey);
  localStorage.removeItem(userKey);
  localStorage.removeItem(printsKey);
  localStorage.removeItem(recentSearchesKey);
  localStorage.removeItem(lastFailureKey);
}

/** Removes the prints of the person who was signed in before. Another shop does not have them. */
export const forgetPrints = (): void => localStorage.removeItem(printsKey);

/** Unsaved edits to batches. They have names and phone numbers of customers. */
export const batchEditsKey = (userId: string, batchId: string): string => `${batchEditsPrefix}${userId}:${batchId}`;

const batchEditsPrefix = 'batch-edits:';

/** Removes unsaved edits to batches: those of other people than `userId`, or of everyone. */
export function forgetBatchEdits(userId?: string): void {
  for (const key of Object.keys(localStorage))
    if (key.startsWith(batchEditsPrefix) && (userId === undefined || !key.startsWith(batchEditsKey(userId, ''))))
      localStorage.removeItem(key);
}

const twoFactorKey = 'two_factor_token';

/** The token of the first step of sign-in, in this tab. */
export const storedTwoFactorToken = (): string | null => sessionStorage.getItem(twoFactorKey);

export const storeTwoFactorToken = (token: string): void => sessionStorage.setItem(twoFactorKey, token);

export const clearTwoFactorToken = (): void => sessionStorage.removeItem(twoFactorKey);
