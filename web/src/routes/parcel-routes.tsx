import { ImportRowsQuery } from '@courierdesk/contract/import-rows-query';
import { AttentionQuery } from '@courierdesk/contract/attention';
import { defaultLimit, Paging, UnfinishedQuery } from '@courierdesk/contract/paging';
import { canAccess } from '@courierdesk/contract/scopes';
import { createRoute, redirect, stripSearchParams, type SearchSchemaInput } from '@tanstack/react-router';
import { dashboardQuery } from '../api/dashboard.ts';
import { queryClient } from '../api/query-client.ts';
import { storeImportQuery } from '../api/store-import.ts';
import { checklistQuery, toDoQuery } from '../api/to-do.ts';
import { filterText, readFilters } from '../lib/url-filters.ts';
import { analyticsOf, DashboardSearch, readDays } from '../pages/dashboard/dashboard-search.ts';
import { DifferencesSearch } from '../pages/differences/differences-search.ts';
import { readList, readOrdersSearch, type OrdersSearch } from '../pages/orders/search/orders-search.ts';
import { requireAccess } from '../session/access-denied.ts';
import { loadedSession } from '../session/session.ts';
import { allowedNavEntries } from '../parts/navigation/nav-entries.ts';
import { lazyPage } from './lazy-page.ts';
import { dashboard } from './root-routes.tsx';

const overview = createRoute({
  getParentRoute: () => dashboard,
  path: '/',
  beforeLoad: async () => {
    const { user } = await loadedSession();
    const allowed = allowedNavEntries(user ?? undefined);
    // Sign-in opens this page. People without dashboard access continue to their work: the orders to book, if they book.
    const first = allowed.find(({ to }) => to === '/dashboard/shopify/orders') ?? allowed[0];
    if (first && !canAccess(['READ_ANALYTICS'], user ?? undefined)) throw redirect({ to: first.to, replace: true });
    await requireAccess(['READ_ANALYTICS'])();
  },
  validateSearch: DashboardSearch,
  loaderDeps: ({ search }) => readDays(search).query,
  loader: ({ deps }) => {
    void queryClient.prefetchQuery(storeImportQuery);
    void queryClient.prefetchQuery(toDoQuery);
    void queryClient.prefetchQuery(checklistQuery);
    void queryClient.prefetchQuery(dashboardQuery(analyticsOf(deps)));
  },
  component: lazyPage(() => import('../pages/dashboard/dashboard-page.tsx'), 'DashboardPage'),
});

const orders = createRoute({
  getParentRoute: () => dashboard,
  path: '/orders',
  beforeLoad: async ({ location }) => {
    await requireAccess(['READ_ORDERS'])();
    if (location.searchStr !== '') return;
    const { openFirstView } = await import('../pages/orders/search/open-first-view.ts');
    await openFirstView();
  },
  validateSearch: (search: Partial<OrdersSearch> & SearchSchemaInput) => readOrdersSearch(search),
  search: {
    middlewares: [stripSearchParams({ page: 1, limit: defaultLimit, op: 'GREATER', sort: 'booked', dir: 'desc' })],
  },
  loaderDeps: ({ search }) => readList(search),
  loader: async ({ deps: { query, problems } }) => {
    const [{ shipmentsQuery }, { orderViewsQuery }] = await Promise.all([
      import('../api/shipments.ts'),
      import('../api/order-views.ts'),
    ]);
    if (!problems) void queryClient.prefetchQuery(shipmentsQuery(query));
    void queryClient.prefetchQuery(orderViewsQuery);
  },
  component: lazyPage(() => import('../pages/orders/orders-page.tsx'), 'OrdersPage'),
});

const loadSheets = createRoute({
  getParentRoute: () => dashboard,
  path: '/load-sheets',
  beforeLoad: requireAccess(['BOOK_ORDERS']),
  validateSearch: Paging,
  search: { middlewares: [stripSearchParams({ page: 1, limit: defaultLimit })] },
  loaderDeps: ({ search }) => search,
  loader: async ({ deps }) => {
    const { loadSheetsQuery, waitingParcelsQuery } = await import('../api/load-sheets.ts');
    void queryClient.prefetchQuery(loadSheetsQuery(deps));
    void queryClient.prefetchQuery(waitingParcelsQuery);
  },
  component: lazyPage(() => import('../pages/load-sheets/load-sheets-page.tsx'), 'LoadSheetsPage'),
});

const exports = createRoute({
  getParentRoute: () => dashboard,
  path: '/exports',
  beforeLoad: requireAccess(['EXPORT_ORDERS']),
  validateSearch: Paging,
  search: { middlewares: [stripSearchParams({ page: 1, limit: defaultLimit })] },
  loaderDeps: ({ search }) => search,
  loader: async ({ deps }) => {
    const { exportsQuery } = await import('../api/exports.ts');
    void queryClient.prefetchQuery(exportsQuery(deps));
  },
  component: lazyPage(() => import('../pages/exports/exports-page.tsx'), 'ExportsPage'),
});

const oneExport = createRoute({
  getParentRoute: () => dashboard,
  path: '/exports/$exportId',
  beforeLoad: requireAccess(['EXPORT_ORDERS']),
  loader: async ({ params }) => {
    const { exportQuery } = await import('../api/exports.ts');
    void queryClient.prefetchQuery(exportQuery(params.exportId));
  },
  component: lazyPage(() => import('../pages/exports/export-page.tsx'), 'ExportPage'),
});

const attention = createRoute({
  getParentRoute: () => dashboard,
  path: '/attention',
  beforeLoad: requireAccess(['READ_ORDERS', 'BOOK_ORDERS']),
  validateSearch: AttentionQuery.extend({ about: filterText }),
  search: { middlewares: [stripSearchParams({ page: 1, limit: defaultLimit })] },
  loaderDeps: ({ search }) => search,
  loader: async ({ deps }) => {
    const { attentionQuery } = await import('../api/attention.ts');
    void queryClient.prefetchQuery(attentionQuery(readFilters(AttentionQuery, deps).query));
  },
  component: lazyPage(() => import('../pages/attention/attention-page.tsx'), 'AttentionPage'),
});

const differences = createRoute({
  getParentRoute: () => dashboard,
  path: '/differences',
  beforeLoad: requireAccess(['READ_ORDERS']),
  validateSearch: DifferencesSearch,
  search: { middlewares: [stripSearchParams({ page: 1, limit: defaultLimit, tab: 'open' })] },
  loaderDeps: ({ search }) => search,
  loader: async ({ deps }) => {
    const { prefetchDifferences } = await import('../pages/differences/prefetch-differences.ts');
    prefetchDifferences(deps);
  },
  component: lazyPage(() => import('../pages/differences/differences-page.tsx'), 'DifferencesPage'),
});

const imports = createRoute({
  getParentRoute: () => dashboard,
  path: '/imports',
  beforeLoad: requireAccess(['UPDATE_ORDERS']),
  validateSearch: UnfinishedQuery,
  search: { middlewares: [stripSearchParams({ page: 1, limit: defaultLimit })] },
  loaderDeps: ({ search }) => search,
  loader: async ({ deps }) => {
    const { importsQuery } = await import('../api/imports.ts');
    void queryClient.prefetchQuery(importsQuery(deps));
  },
  component: lazyPage(() => import('../pages/imports/imports-page.tsx'), 'ImportsPage'),
});

const oneImport = createRoute({
  getParentRoute: () => dashboard,
  path: '/imports/$importId',
  beforeLoad: requireAccess(['UPDATE_ORDERS']),
  validateSearch: ImportRowsQuery.extend({ state: filterText }),
  search: { middlewares: [stripSearchParams({ page: 1, limit: defaultLimit })] },
  loaderDeps: ({ search }) => search,
  loader: async ({ params, deps }) => {
    const { importQuery, importRowsQuery } = await import('../api/imports.ts');
    void queryClient.prefetchQuery(importRowsQuery(params.importId, readFilters(ImportRowsQuery, deps).query));
    await queryClient.fetchQuery(importQuery(params.importId));
  },
  component: lazyPage(() => import('../pages/imports/import-page.tsx'), 'ImportPage'),
});

export const parcelRoutes = [
  overview,
  orders,
  loadSheets,
  exports,
  oneExport,
  attention,
  differences,
  imports,
  oneImport,
] as const;
