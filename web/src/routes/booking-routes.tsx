import { defaultLimit } from '@courierdesk/contract/paging';
import { createRoute, stripSearchParams } from '@tanstack/react-router';
import { queryClient } from '../api/query-client.ts';
import { OneOrderSearch, readStoreOrders, SeveralOrdersSearch, StoreOrdersSearch } from '../lib/store-orders-search.ts';
import { BatchesSearch } from '../pages/batches/batches-search.ts';
import { requireAccess } from '../session/access-denied.ts';
import { lazyPage } from './lazy-page.ts';
import { dashboard } from './root-routes.tsx';

const storeOrders = createRoute({
  getParentRoute: () => dashboard,
  path: '/shopify/orders',
  beforeLoad: async ({ location }) => {
    await requireAccess(['BOOK_ORDERS'])();
    if (location.searchStr !== '') return;
    const { openFirstStoreOrderView } = await import('../pages/store-orders/store-order-views.ts');
    await openFirstStoreOrderView();
  },
  validateSearch: StoreOrdersSearch,
  search: { middlewares: [stripSearchParams({ page: 1, limit: defaultLimit, tab: 'ready', dir: 'asc' })] },
  loaderDeps: ({ search }) => readStoreOrders(search),
  loader: async ({ deps }) => {
    const [{ storeOrdersQuery }, { storeImportQuery }, { orderViewsQuery }] = await Promise.all([
      import('../api/store-orders.ts'),
      import('../api/store-import.ts'),
      import('../api/order-views.ts'),
    ]);
    if (!deps.problems) void queryClient.prefetchQuery(storeOrdersQuery(deps.query));
    void queryClient.prefetchQuery(storeImportQuery);
    void queryClient.prefetchQuery(orderViewsQuery);
  },
  component: lazyPage(() => import('../pages/store-orders/store-orders-page.tsx'), 'StoreOrdersPage'),
});

const batches = createRoute({
  getParentRoute: () => dashboard,
  path: '/batches',
  beforeLoad: requireAccess(['BOOK_ORDERS']),
  validateSearch: BatchesSearch,
  search: { middlewares: [stripSearchParams({ page: 1, limit: defaultLimit })] },
  loaderDeps: ({ search }) => search,
  loader: async ({ deps }) => {
    const { batchesQuery, batchesQueryOf } = await import('../api/batches.ts');
    void queryClient.prefetchQuery(batchesQuery(batchesQueryOf(deps)));
  },
  component: lazyPage(() => import('../pages/batches/batches-page.tsx'), 'BatchesPage'),
});

const newBatch = createRoute({
  getParentRoute: () => dashboard,
  path: '/batches/new',
  beforeLoad: requireAccess(['BOOK_ORDERS']),
  validateSearch: SeveralOrdersSearch,
  component: lazyPage(() => import('../pages/batches/new-batch-page.tsx'), 'NewBatchPage'),
});

const batch = createRoute({
  getParentRoute: () => dashboard,
  path: '/batches/$batchId',
  beforeLoad: requireAccess(['BOOK_ORDERS']),
  loader: async ({ params }) => {
    const [{ activeAccountsQuery }, { batchQuery }] = await Promise.all([
      import('../api/accounts.ts'),
      import('../api/batches.ts'),
    ]);
    void queryClient.prefetchQuery(activeAccountsQuery);
    void queryClient.prefetchQuery(batchQuery(params.batchId));
  },
  component: lazyPage(() => import('../pages/batches/batch-page.tsx'), 'BatchPage'),
});

const bookOrder = createRoute({
  getParentRoute: () => dashboard,
  path: '/order/book',
  beforeLoad: requireAccess(['BOOK_ORDERS']),
  validateSearch: OneOrderSearch,
  loader: prefetchActiveAccounts,
  component: lazyPage(() => import('../pages/booking/booking-page.tsx'), 'BookingPage'),
});

const mergeOrders = createRoute({
  getParentRoute: () => dashboard,
  path: '/merge-orders',
  beforeLoad: requireAccess(['BOOK_ORDERS']),
  validateSearch: SeveralOrdersSearch,
  loader: prefetchActiveAccounts,
  component: lazyPage(() => import('../pages/booking/merge-page.tsx'), 'MergePage'),
});

const postBooking = createRoute({
  getParentRoute: () => dashboard,
  path: '/post-booking',
  beforeLoad: requireAccess(['BOOK_ORDERS', 'READ_ORDERS']),
  validateSearch: OneOrderSearch,
  component: lazyPage(() => import('../pages/booking/booked/post-booking-page.tsx'), 'PostBookingPage'),
});

async function prefetchActiveAccounts(): Promise<void> {
  const { activeAccountsQuery } = await import('../api/accounts.ts');
  void queryClient.prefetchQuery(activeAccountsQuery);
}

export const bookingRoutes = [storeOrders, batches, newBatch, batch, bookOrder, mergeOrders, postBooking] as const;
