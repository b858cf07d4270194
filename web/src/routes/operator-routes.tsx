import { createRoute } from '@tanstack/react-router';
import { lazyPage } from './lazy-page.ts';
import { root } from './root-routes.tsx';

/** For whoever runs Courierdesk: outside the dashboard, with a sign-in of its own. */
const operator = createRoute({
  getParentRoute: () => root,
  path: '/operator',
  loader: async () => (await import('../api/operator.ts')).loadOperatorOverview(),
  component: lazyPage(() => import('../pages/operator/operator-page.tsx'), 'OperatorPage'),
});

export const operatorRoutes = [operator] as const;
