import { createRootRoute, createRoute, Outlet, redirect } from '@tanstack/react-router';
import { forgetPageAfterSignIn, rememberPageAfterSignIn } from '../lib/page-after-sign-in.ts';
import { NotFoundOutsideDashboard, NotFoundPage } from '../pages/not-found/not-found-page.tsx';
import { loadedSession, refreshStaleUser } from '../session/session.ts';
import { Shell } from '../shell/shell.tsx';

export const root = createRootRoute({ component: Outlet, notFoundComponent: NotFoundOutsideDashboard });

let entered = false;

/** Whether a page of the dashboard was open since this document was loaded. */
export const hasEntered = (): boolean => entered;

/** The frame of every page for signed-in people. */
export const dashboard = createRoute({
  getParentRoute: () => root,
  path: '/dashboard',
  beforeLoad: async ({ location }) => {
    if (!(await loadedSession()).isAuthorized) {
      // Not after a sign-out: the next person to sign in may be someone else.
      if (!entered) rememberPageAfterSignIn(location.href);
      throw redirect({ to: '/login' });
    }
    if ((await loadedSession()).user?.two_factor_missing) {
      rememberPageAfterSignIn(location.href);
      throw redirect({ to: '/set-up-two-factor' });
    }
    entered = true;
    forgetPageAfterSignIn();
    void refreshStaleUser();
  },
  component: Shell,
});

/** A route of its own, so that the guard above sends visitors to the login first. */
export const unknownPage = createRoute({ getParentRoute: () => dashboard, path: '$', component: NotFoundPage });
