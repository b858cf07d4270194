import { getExports } from '@courierdesk/contract/exports';
import { ImportRowsQuery } from '@courierdesk/contract/imports';
import { defaultLimit, Paging } from '@courierdesk/contract/paging';
import { mayAccess } from '@courierdesk/contract/scopes';
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  stripSearchParams,
  type SearchSchemaInput,
} from '@tanstack/react-router';
import {
  accountQuery,
  accountsQuery,
  accountsTableQuery,
  activeAccountsQuery,
  tcsCitiesQuery,
} from './api/accounts.ts';
import { attentionQuery } from './api/attention.ts';
import { batchesQuery, batchQuery } from './api/batches.ts';
import { bookingRulesQuery } from './api/booking-rules.ts';
import { dashboardQuery } from './api/dashboard.ts';
import { exportQuery, exportsQuery } from './api/exports.ts';
import { importQuery, importRowsQuery, importsQuery } from './api/imports.ts';
import { loadSheetsQuery, waitingParcelsQuery } from './api/load-sheets.ts';
import { orderViewsQuery } from './api/order-views.ts';
import { queryClient } from './api/query-client.ts';
import { settingsQuery } from './api/settings.ts';
import { storeOrdersQuery } from './api/store-orders.ts';
import { shipmentsQuery } from './api/shipments.ts';
import { twoFactorQuery } from './api/two-factor.ts';
import { userQuery, usersQuery } from './api/users.ts';
import { analyticsOf, parseAnalyticsSearch } from './lib/analytics-range.ts';
import { listIn, readStoreOrdersSearch, StoreOrdersSearch } from './lib/store-orders-search.ts';
import { forgetPageAfterSignIn, rememberPageAfterSignIn } from './lib/page-after-sign-in.ts';
import { parseSearch, stringifySearch } from './lib/search-params.ts';
import { HomePage } from './pages/home/home-page.tsx';
import { LoginPage } from './pages/login/login-page.tsx';
import { NotFoundOutsideDashboard, NotFoundPage } from './pages/not-found/not-found-page.tsx';
import { openFirstView } from './pages/orders/search/open-first-view.ts';
import { listQueryOf, readOrdersSearch, type OrdersSearch } from './pages/orders/search/orders-search.ts';
import { openFirstStoreOrderView } from './pages/store-orders/store-order-views.ts';
import { requireAccess } from './session/access-denied.ts';
import { loadedSession } from './session/session.ts';
import { PageError } from './shell/page-error.tsx';
import { allowedNavEntries } from './shell/nav-entries.ts';
import { Shell } from './shell/shell.tsx';
import { FullSpinner } from './ui/full-spinner.tsx';

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFoundOutsideDashboard });

const home = createRoute({ getParentRoute: () => root, path: '/', component: HomePage });

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: ({ token }): { token?: string } => (typeof token === 'string' && token ? { token } : {}),
  beforeLoad: async ({ search }) => {
    if (!search.token && (await loadedSession()).isAuthorized) throw redirect({ to: '/dashboard' });
  },
  component: LoginPage,
});

const twoFactor = createRoute({
  getParentRoute: () => root,
  path: '/two-factor',
  component: lazyRouteComponent(() => import('./pages/two-factor/two-factor-page.tsx'), 'TwoFactorPage'),
});

const setUpTwoFactor = createRoute({
  getParentRoute: () => root,
  path: '/set-up-two-factor',
  beforeLoad: async () => {
    if (!(await loadedSession()).isAuthorized) throw redirect({ to: '/login' });
  },
  component: lazyRouteComponent(() => import('./pages/two-factor/set-up-page.tsx'), 'SetUpTwoFactorPage'),
});

const emailVerify = createRoute({
  getParentRoute: () => root,
  path: '/email-verify',
  validateSearch: ({ token }): { token?: string } => (typeof token === 'string' && token ? { token } : {}),
  component: lazyRouteComponent(() => import('./pages/email-verify/email-verify-page.tsx'), 'EmailVerifyPage'),
});

let entered = false;

const dashboard = createRoute({
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
  },
  component: Shell,
});

const overview = createRoute({
  getParentRoute: () => dashboard,
  path: '/',
  beforeLoad: async () => {
    const { user } = await loadedSession();
    const [first] = allowedNavEntries(user ?? undefined);
    // Sign-in opens this page. People without dashboard access continue to the first page they may open.
    if (first && !mayAccess(['READ_ANALYTICS'], user ?? undefined)) throw redirect({ to: first.to, replace: true });
    await requireAccess(['READ_ANALYTICS'])();
  },
  validateSearch: parseAnalyticsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => void queryClient.prefetchQuery(dashboardQuery(analyticsOf(deps))),
  component: lazyRouteComponent(() => import('./pages/dashboard/dashboard-page.tsx'), 'DashboardPage'),
});

const orders = createRoute({
  getParentRoute: () => dashboard,
  path: '/orders',
  beforeLoad: async ({ location }) => {
    await requireAccess(['READ_ORDERS'])();
    if (location.searchStr === '') await openFirstView();
  },
  validateSearch: (search: Partial<OrdersSearch> & SearchSchemaInput) => readOrdersSearch(search),
  search: {
    middlewares: [stripSearchParams({ page: 1, limit: defaultLimit, op: 'GREATER', sort: 'booked', dir: 'desc' })],
  },
  loaderDeps: ({ search }) => listQueryOf(search),
  loader: ({ deps, location }) => {
    if (!('unreadable' in location.search)) void queryClient.prefetchQuery(shipmentsQuery(deps));
    void queryClient.prefetchQuery(orderViewsQuery);
  },
  component: lazyRouteComponent(() => import('./pages/orders/orders-page.tsx'), 'OrdersPage'),
});

const loadSheets = createRoute({
  getParentRoute: () => dashboard,
  path: '/load-sheets',
  beforeLoad: requireAccess(['BOOK_ORDERS']),
  validateSearch: Paging,
  search: { middlewares: [stripSearchParams({ page: 1, limit: defaultLimit })] },
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => {
    void queryClient.prefetchQuery(loadSheetsQuery(deps));
    void queryClient.prefetchQuery(waitingParcelsQuery);
  },
  component: lazyRouteComponent(() => import('./pages/load-sheets/load-sheets-page.tsx'), 'LoadSheetsPage'),
});

const exports = createRoute({
  getParentRoute: () => dashboard,
  path: '/exports',
  beforeLoad: requireAccess(getExports.access),
  validateSearch: Paging,
  search: { middlewares: [stripSearchParams({ page: 1, limit: defaultLimit })] },
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => void queryClient.prefetchQuery(exportsQuery(deps)),
  component: lazyRouteComponent(() => import('./pages/exports/exports-page.tsx'), 'ExportsPage'),
});

const oneExport = createRoute({
  getParentRoute: () => dashboard,
  path: '/exports/$exportId',
  beforeLoad: requireAccess(getExports.access),
  loader: ({ params }) => void queryClient.prefetchQuery(exportQuery(params.exportId)),
  component: lazyRouteComponent(() => import('./pages/exports/export-page.tsx'), 'ExportPage'),
});

const attention = createRoute({
  getParentRoute: () => dashboard,
  path: '/attention',
  beforeLoad: requireAccess(['READ_ORDERS', 'BOOK_ORDERS']),
  validateSearch: Paging,
  search: { middlewares: [stripSearchParams({ page: 1, limit: defaultLimit })] },
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => void queryClient.prefetchQuery(attentionQuery(deps)),
  component: lazyRouteComponent(() => import('./pages/attention/attention-page.tsx'), 'AttentionPage'),
});

const imports = createRoute({
  getParentRoute: () => dashboard,
  path: '/imports',
  beforeLoad: requireAccess(['UPDATE_ORDERS']),
  validateSearch: Paging,
  search: { middlewares: [stripSearchParams({ page: 1, limit: defaultLimit })] },
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => void queryClient.prefetchQuery(importsQuery(deps)),
  component: lazyRouteComponent(() => import('./pages/imports/imports-page.tsx'), 'ImportsPage'),
});

const oneImport = createRoute({
  getParentRoute: () => dashboard,
  path: '/imports/$importId',
  beforeLoad: requireAccess(['UPDATE_ORDERS']),
  validateSearch: ImportRowsQuery.extend({ state: ImportRowsQuery.shape.state.catch(undefined) }),
  search: { middlewares: [stripSearchParams({ page: 1, limit: defaultLimit })] },
  loaderDeps: ({ search }) => search,
  loader: async ({ params, deps }) => {
    void queryClient.prefetchQuery(importRowsQuery(params.importId, deps));
    await queryClient.fetchQuery(importQuery(params.importId));
  },
  component: lazyRouteComponent(() => import('./pages/imports/import-page.tsx'), 'ImportPage'),
});

const accounts = createRoute({
  getParentRoute: () => dashboard,
  path: '/accounts',
  beforeLoad: requireAccess(['READ_ACCOUNTS']),
  validateSearch: Paging,
  search: { middlewares: [stripSearchParams({ page: 1, limit: defaultLimit })] },
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => void queryClient.prefetchQuery(accountsTableQuery(deps)),
  component: lazyRouteComponent(() => import('./pages/accounts/accounts-page.tsx'), 'AccountsPage'),
});

const createAccount = createRoute({
  getParentRoute: () => dashboard,
  path: '/accounts/create-account',
  beforeLoad: requireAccess(['WRITE_ACCOUNTS']),
  loader: () => queryClient.ensureQueryData(settingsQuery),
  component: lazyRouteComponent(() => import('./pages/accounts/create-account-page.tsx'), 'CreateAccountPage'),
});

const editAccount = createRoute({
  getParentRoute: () => dashboard,
  path: '/edit-account/$accountId',
  beforeLoad: requireAccess(['WRITE_ACCOUNTS']),
  loader: async ({ params }) => {
    const { account } = await queryClient.fetchQuery(accountQuery(params.accountId));
    if (account.company === 'TCS') void queryClient.prefetchQuery(tcsCitiesQuery);
  },
  component: lazyRouteComponent(() => import('./pages/accounts/edit-account-page.tsx'), 'EditAccountPage'),
});

const createAccountAlert = createRoute({
  getParentRoute: () => dashboard,
  path: '/create-account-alert',
  component: lazyRouteComponent(
    () => import('./pages/accounts/create-account-alert-page.tsx'),
    'CreateAccountAlertPage',
  ),
});

const storeOrders = createRoute({
  getParentRoute: () => dashboard,
  path: '/shopify/orders',
  beforeLoad: async ({ location }) => {
    await requireAccess(['BOOK_ORDERS'])();
    if (location.searchStr === '') await openFirstStoreOrderView();
  },
  validateSearch: StoreOrdersSearch,
  search: { middlewares: [stripSearchParams({ page: 1, limit: defaultLimit, tab: 'ready', dir: 'asc' })] },
  loaderDeps: ({ search: { open: _open, view: _view, ...search } }) => search,
  loader: ({ deps }) => {
    const { listQuery } = readStoreOrdersSearch(deps);
    if (listQuery) void queryClient.prefetchQuery(storeOrdersQuery(listQuery));
    void queryClient.prefetchQuery(orderViewsQuery);
  },
  component: lazyRouteComponent(() => import('./pages/store-orders/store-orders-page.tsx'), 'StoreOrdersPage'),
});

const batches = createRoute({
  getParentRoute: () => dashboard,
  path: '/batches',
  beforeLoad: requireAccess(['BOOK_ORDERS']),
  validateSearch: Paging,
  search: { middlewares: [stripSearchParams({ page: 1, limit: defaultLimit })] },
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => void queryClient.prefetchQuery(batchesQuery(deps)),
  component: lazyRouteComponent(() => import('./pages/batches/batches-page.tsx'), 'BatchesPage'),
});

const newBatch = createRoute({
  getParentRoute: () => dashboard,
  path: '/batches/new',
  beforeLoad: requireAccess(['BOOK_ORDERS']),
  validateSearch: idsOf,
  component: lazyRouteComponent(() => import('./pages/batches/new-batch-page.tsx'), 'NewBatchPage'),
});

const batch = createRoute({
  getParentRoute: () => dashboard,
  path: '/batches/$batchId',
  beforeLoad: requireAccess(['BOOK_ORDERS']),
  loader: ({ params }) => {
    void queryClient.prefetchQuery(activeAccountsQuery);
    void queryClient.prefetchQuery(batchQuery(params.batchId));
  },
  component: lazyRouteComponent(() => import('./pages/batches/batch-page.tsx'), 'BatchPage'),
});

const bookOrder = createRoute({
  getParentRoute: () => dashboard,
  path: '/order/book',
  beforeLoad: requireAccess(['BOOK_ORDERS']),
  validateSearch: oneOrder,
  loader: () => void queryClient.prefetchQuery(activeAccountsQuery),
  component: lazyRouteComponent(() => import('./pages/booking/booking-page.tsx'), 'BookingPage'),
});

const mergeOrders = createRoute({
  getParentRoute: () => dashboard,
  path: '/merge-orders',
  beforeLoad: requireAccess(['BOOK_ORDERS']),
  validateSearch: (search: Record<string, unknown>) => ({ ...idsOf(search), ...listIn(search) }),
  loader: () => void queryClient.prefetchQuery(activeAccountsQuery),
  component: lazyRouteComponent(() => import('./pages/booking/merge-page.tsx'), 'MergePage'),
});

const postBooking = createRoute({
  getParentRoute: () => dashboard,
  path: '/post-booking',
  beforeLoad: requireAccess(['BOOK_ORDERS', 'READ_ORDERS']),
  validateSearch: oneOrder,
  component: lazyRouteComponent(() => import('./pages/booking/booked/post-booking-page.tsx'), 'PostBookingPage'),
});

const users = createRoute({
  getParentRoute: () => dashboard,
  path: '/users',
  beforeLoad: requireAccess('owner'),
  validateSearch: Paging,
  search: { middlewares: [stripSearchParams({ page: 1, limit: defaultLimit })] },
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => void queryClient.prefetchQuery(usersQuery(deps)),
  component: lazyRouteComponent(() => import('./pages/users/users-page.tsx'), 'UsersPage'),
});

const editUser = createRoute({
  getParentRoute: () => dashboard,
  path: '/users/$userId',
  beforeLoad: requireAccess('owner'),
  loader: ({ params }) => queryClient.fetchQuery(userQuery(params.userId)),
  component: lazyRouteComponent(() => import('./pages/users/edit-user-page.tsx'), 'EditUserPage'),
});

const createUser = createRoute({
  getParentRoute: () => dashboard,
  path: '/create-user',
  beforeLoad: requireAccess('owner'),
  component: lazyRouteComponent(() => import('./pages/users/create-user-page.tsx'), 'CreateUserPage'),
});

const settings = createRoute({
  getParentRoute: () => dashboard,
  path: '/settings',
  beforeLoad: requireAccess(['READ_SETTINGS']),
  loader: () => queryClient.fetchQuery(settingsQuery),
  component: lazyRouteComponent(() => import('./pages/settings/settings-page.tsx'), 'SettingsPage'),
});

const courierRules = createRoute({
  getParentRoute: () => dashboard,
  path: '/settings/courier-rules',
  beforeLoad: requireAccess(['READ_SETTINGS']),
  loader: () => {
    void queryClient.prefetchQuery(accountsQuery);
    return queryClient.fetchQuery(bookingRulesQuery);
  },
  component: lazyRouteComponent(() => import('./pages/courier-rules/courier-rules-page.tsx'), 'CourierRulesPage'),
});

const profile = createRoute({
  getParentRoute: () => dashboard,
  path: '/profile',
  loader: () => void queryClient.prefetchQuery(twoFactorQuery),
  component: lazyRouteComponent(() => import('./pages/profile/profile-page.tsx'), 'ProfilePage'),
});

const tree = root.addChildren([
  home,
  login,
  twoFactor,
  setUpTwoFactor,
  emailVerify,
  dashboard.addChildren([
    overview,
    orders,
    loadSheets,
    exports,
    oneExport,
    attention,
    imports,
    oneImport,
    storeOrders,
    batches,
    newBatch,
    batch,
    bookOrder,
    mergeOrders,
    postBooking,
    accounts,
    createAccount,
    editAccount,
    createAccountAlert,
    users,
    editUser,
    createUser,
    settings,
    courierRules,
    profile,
  ]),
]);

/** The order or booking id in the URL, and the list that the person came from. */
function oneOrder(search: Record<string, unknown>): { id?: string | undefined; list?: string | undefined } {
  const { id } = search;
  return { ...(typeof id === 'string' && id !== '' && { id }), ...listIn(search) };
}

/** Order ids in the URL: `?ids[]=1&ids[]=2`. */
function idsOf(search: Record<string, unknown>): { 'ids[]'?: string[] } {
  const ids = [search['ids[]']].flat().filter((id) => typeof id === 'string' && id !== '');
  return ids.length > 0 ? { 'ids[]': ids as string[] } : {};
}

export const router = createRouter({
  routeTree: tree,
  parseSearch,
  stringifySearch,
  scrollRestoration: true,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 150,
  defaultPendingComponent: FullSpinner,
  defaultErrorComponent: PageError,
  defaultNotFoundComponent: NotFoundPage,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
