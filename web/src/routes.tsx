import { createRouter } from '@tanstack/react-router';
import { parseSearch, stringifySearch } from './lib/search-params.ts';
import { NotFoundPage } from './pages/not-found/not-found-page.tsx';
import { bookingRoutes } from './routes/booking-routes.tsx';
import { helpRoutes } from './routes/help-routes.tsx';
import { operatorRoutes } from './routes/operator-routes.tsx';
import { parcelRoutes } from './routes/parcel-routes.tsx';
import { dashboard, root, unknownPage } from './routes/root-routes.tsx';
import { setUpRoutes } from './routes/set-up-routes.tsx';
import { signInRoutes } from './routes/sign-in-routes.tsx';
import { PageError } from './shell/page-error.tsx';
import { FullSpinner } from './ui/full-spinner.tsx';

const tree = root.addChildren([
  ...signInRoutes,
  ...operatorRoutes,
  dashboard.addChildren([...parcelRoutes, ...bookingRoutes, ...setUpRoutes, ...helpRoutes, unknownPage]),
]);

const spinnerAfterMs = 150;

export const router = createRouter({
  routeTree: tree,
  parseSearch,
  stringifySearch,
  scrollRestoration: true,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  // A page that waits for its data waits again when it is opened again: a form must not begin with what was stored before.
  defaultGcTime: 0,
  defaultPendingMs: spinnerAfterMs,
  // A page replaces the spinner as soon as it is there. By default a spinner stays for half a second at least.
  defaultPendingMinMs: 0,
  defaultPendingComponent: FullSpinner,
  defaultErrorComponent: PageError,
  defaultNotFoundComponent: NotFoundPage,
});

// A page stays while only its search changes: a spinner in its place takes the focus from the field in which someone types.
router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
  router.options.defaultPendingMs = pathChanged ? spinnerAfterMs : Number.POSITIVE_INFINITY;
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
