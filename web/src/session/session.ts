import { canAccess, type Access } from '@courierdesk/contract/scopes';
import { Profile, type OwnShop } from '@courierdesk/contract/sessions';
import { ApiError, ConnectionError, messageOf, TimeoutError } from '../lib/failures.ts';
import { queryClient } from '../api/query-client.ts';
import { endSession, exchangeToken, fetchProfile, openOtherShop, signIn } from '../api/session.ts';
import { interruptWork, resumeWork, storeInterruptedForms } from '../lib/interrupted-work.ts';
import { sharedState } from '../lib/shared-state.ts';
import { forgetSkipped } from '../lib/skipped-orders.ts';
import { stored } from '../lib/stored.ts';
import {
  clearStoredSession,
  forgetBatchEdits,
  forgetPrints,
  storedToken,
  storeToken,
  storeTwoFactorToken,
  tokenKey,
  userKey,
} from '../lib/stored-session.ts';

export type Session = {
  readonly user: Profile | null;
  readonly authToken: string | null;
  readonly isAuthorized: boolean;
  readonly loading: boolean;
  readonly error: string | null;
};

const signedOut: Session = { user: null, authToken: null, isAuthorized: false, loading: false, error: null };

/** Shown until the server answers. */
const rememberedUser = stored('local', userKey, Profile);

export const currentSession = sharedState<Session>({
  user: rememberedUser.read() ?? null,
  authToken: null,
  isAuthorized: storedToken() !== null,
  loading: false,
  error: null,
});
let loaded: Promise<Session> | undefined;

/** The session; loads it from the server the first time. */
export const loadedSession = (): Promise<Session> => (loaded ??= loadUser());

/** Loads the user of the stored token. */
export function loadUser(): Promise<Session> {
  loaded = load();
  return loaded;
}

/** Reads the user again while the page stays. */
export async function refreshUser(): Promise<void> {
  readAt = performance.now();
  const user = await fetchProfile();
  const session = currentSession.read();
  if (session.authToken !== storedToken() || JSON.stringify(user) === JSON.stringify(session.user)) return;
  rememberedUser.write(user);
  loaded = Promise.resolve(change({ ...session, user }));
}

let readAt = 0;
const staleMs = 60_000;

/** The owner may have changed what the person may do. Without an answer, all stays as it is. */
export async function refreshStaleUser(): Promise<void> {
  if (performance.now() - readAt >= staleMs) await refreshUser().catch(() => undefined);
}

/** Whether the person may do something, also if the owner has just allowed it. */
export async function mayNow(access: Access): Promise<boolean> {
  const may = (): boolean => canAccess(access, currentSession.read().user ?? undefined);
  if (!may()) await refreshUser().catch(() => undefined);
  return may();
}

type SignInStep = 'signed-in' | 'second-factor';

/** Signs in, or returns the shops to choose from if the password fits several. */
export async function login(credentials: {
  email: string;
  password: string;
  shop?: string | undefined;
}): Promise<SignInStep | readonly OwnShop[]> {
  const reply = await signIn(credentials);
  return reply.shops ?? next(reply);
}

/** Signs in to another shop of the same person. */
export async function changeShop(shop: string): Promise<SignInStep> {
  const reply = await openOtherShop(shop);
  if (reply.two_factor_await) clearSession();
  return next(reply);
}

/** Exchanges the single-use token of a store sign-in. Returns the page to open. */
export async function loginWithStoreToken(token: string): Promise<{ step: SignInStep; target: string }> {
  const reply = await exchangeToken(token);
  return { step: await next(reply), target: reply.target };
}

/** The token of the first step is no session: it is not stored as one. */
async function next(reply: { auth_token: string; two_factor_await: boolean }): Promise<SignInStep> {
  if (reply.two_factor_await) {
    storeTwoFactorToken(reply.auth_token);
    return 'second-factor';
  }
  await beginSession(reply.auth_token);
  return 'signed-in';
}

export function logout(): void {
  // oxlint-disable-next-line no-console -- a failed logout call is only logged
  endSession().catch((error: unknown) => console.warn('Logout call failed:', messageOf(error)));
  clearSession();
  forgetBatchEdits();
}

export function clearSession(): void {
  clearStoredSession();
  forgetSkipped();
  queryClient.clear();
  loaded = Promise.resolve(change(signedOut));
}

/** Reloads the session when another tab changes the token; the person may now be someone else. */
export function syncWithOtherTabs(onChange: () => void): () => void {
  const onStorage = (event: StorageEvent): void => {
    if (event.key !== tokenKey && event.key !== null) return;
    // The event of a write from before this page was opened can come late.
    if (storedToken() === currentSession.read().authToken) return;
    keepInterruptedWork();
    forgetSkipped();
    queryClient.clear();
    void loadUser().then(onChange);
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}

/** Keeps unsaved work when the session ends unexpectedly, or the browser reloads. */
export function keepInterruptedWork(): void {
  const { isAuthorized, user } = currentSession.read();
  if (isAuthorized && user) interruptWork(user.id);
}

/** Loads the new version of a page whose code an update removed. */
export function loadNewVersion(): void {
  keepInterruptedWork();
  storeInterruptedForms();
  location.reload();
}

/** Signs in with the token of a session. */
export async function beginSession(token: string): Promise<void> {
  queryClient.clear();
  forgetSkipped();
  storeToken(token);
  const begun = await loadUser();
  if (!begun.isAuthorized) throw new Error(begun.error ?? 'Something went wrong');
}

async function load(): Promise<Session> {
  const token = storedToken();
  if (!token) return change(signedOut);
  change({ ...currentSession.read(), authToken: token, loading: true, error: null, isAuthorized: false });
  try {
    readAt = performance.now();
    const user = await fetchProfile();
    if (storedToken() !== token) return await load();
    const before = rememberedUser.read();
    if (before && before.id !== user.id) forgetPrints();
    rememberedUser.write(user);
    resumeWork(user.id);
    forgetBatchEdits(user.id);
    return change({ user, authToken: token, isAuthorized: true, loading: false, error: null });
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return currentSession.read();
    const lost = error instanceof ConnectionError || error instanceof TimeoutError;
    return change({
      ...currentSession.read(),
      isAuthorized: false,
      loading: false,
      error: lost ? `Failed to log in. ${error.message}` : 'Failed to log in',
    });
  }
}

function change(changed: Session): Session {
  currentSession.write(changed);
  return changed;
}
