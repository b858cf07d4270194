import { createRoute, notFound, stripSearchParams } from '@tanstack/react-router';
import { queryClient } from '../api/query-client.ts';
import { isGuidePage } from '../lib/guide-pages.ts';
import { SampleOrdersSearch } from '../pages/sample-orders/sample-orders-search.ts';
import { DocsSkeleton } from '../pages/docs/docs-skeleton.tsx';
import { lazyPage } from './lazy-page.ts';
import { dashboard } from './root-routes.tsx';

const docsIndex = createRoute({
  getParentRoute: () => dashboard,
  path: '/docs',
  component: lazyPage(() => import('../pages/docs/docs-index-page.tsx'), 'DocsIndexPage'),
  pendingComponent: DocsSkeleton,
});

const docs = createRoute({
  getParentRoute: () => dashboard,
  path: '/docs/$page',
  beforeLoad: ({ params }) => {
    if (!isGuidePage(params.page)) notFound({ throw: true });
  },
  component: lazyPage(() => import('../pages/docs/docs-page.tsx'), 'DocsPage'),
  pendingComponent: DocsSkeleton,
});

const support = createRoute({
  getParentRoute: () => dashboard,
  path: '/support',
  loader: async () => {
    const { appLinksQuery } = await import('../api/app-links.ts');
    void queryClient.prefetchQuery(appLinksQuery);
  },
  component: lazyPage(() => import('../pages/support/support-page.tsx'), 'SupportPage'),
});

const sampleOrders = createRoute({
  getParentRoute: () => dashboard,
  path: '/sample-orders',
  validateSearch: SampleOrdersSearch,
  search: {
    middlewares: [stripSearchParams({ query: '', sort: 'order desc', tag: '', spent_from: 0, spent_to: 500 })],
  },
  component: lazyPage(() => import('../pages/sample-orders/sample-orders-page.tsx'), 'SampleOrdersPage'),
});

export const helpRoutes = [docsIndex, docs, support, sampleOrders] as const;
