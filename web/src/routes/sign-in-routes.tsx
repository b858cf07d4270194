import { createRoute, redirect } from '@tanstack/react-router';
import * as z from 'zod';
import { urlText } from '../lib/url-filters.ts';
import { HomePage } from '../pages/home/home-page.tsx';
import { LoginPage } from '../pages/login/login-page.tsx';
import { loadedSession, logout } from '../session/session.ts';
import { lazyPage } from './lazy-page.ts';
import { hasEntered, root } from './root-routes.tsx';

const home = createRoute({ getParentRoute: () => root, path: '/', component: HomePage });

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: z.object({ token: urlText }),
  beforeLoad: async ({ search }) => {
    if (!search.token && (await loadedSession()).isAuthorized) throw redirect({ to: '/dashboard' });
  },
  component: LoginPage,
});

/** The buttons "Logout" lead here, so that a page with unsaved work asks first, as it does for every link. */
const leave = createRoute({
  getParentRoute: () => root,
  path: '/logout',
  beforeLoad: () => {
    // A link on another site ends no session.
    if (!hasEntered()) throw redirect({ to: '/dashboard' });
    logout();
    throw redirect({ to: '/login' });
  },
});

const twoFactor = createRoute({
  getParentRoute: () => root,
  path: '/two-factor',
  component: lazyPage(() => import('../pages/two-factor/two-factor-page.tsx'), 'TwoFactorPage'),
});

const setUpTwoFactor = createRoute({
  getParentRoute: () => root,
  path: '/set-up-two-factor',
  beforeLoad: async () => {
    if (!(await loadedSession()).isAuthorized) throw redirect({ to: '/login' });
  },
  component: lazyPage(() => import('../pages/two-factor/set-up-page.tsx'), 'SetUpTwoFactorPage'),
});

const offerPasskey = createRoute({
  getParentRoute: () => root,
  path: '/offer-passkey',
  beforeLoad: async () => {
    if (!(await loadedSession()).isAuthorized) throw redirect({ to: '/login' });
  },
  component: lazyPage(() => import('../pages/two-factor/offer-passkey-page.tsx'), 'OfferPasskeyPage'),
});

const emailVerify = createRoute({
  getParentRoute: () => root,
  path: '/email-verify',
  validateSearch: z.object({ token: urlText }),
  component: lazyPage(() => import('../pages/email-verify/email-verify-page.tsx'), 'EmailVerifyPage'),
});

const createNewPassword = createRoute({
  getParentRoute: () => root,
  path: '/create-new-password',
  validateSearch: z.object({ hash: urlText, id: urlText }),
  component: lazyPage(
    () => import('../pages/create-new-password/create-new-password-page.tsx'),
    'CreateNewPasswordPage',
  ),
});

export const signInRoutes = [
  home,
  login,
  leave,
  twoFactor,
  setUpTwoFactor,
  offerPasskey,
  emailVerify,
  createNewPassword,
] as const;
