import { defaultLimit, Paging } from '@courierdesk/contract/paging';
import { createRoute, stripSearchParams } from '@tanstack/react-router';
import * as z from 'zod';
import { ifReadable, urlText } from '../lib/url-filters.ts';
import { AuditSearch } from '../pages/audit/audit-search.ts';
import { queryClient } from '../api/query-client.ts';
import { subscriptionQuery } from '../api/subscription.ts';
import { StaffSearch } from '../pages/staff/staff-search.ts';
import { requireAccess } from '../session/access-denied.ts';
import { lazyPage } from './lazy-page.ts';
import { dashboard } from './root-routes.tsx';

const accounts = createRoute({
  getParentRoute: () => dashboard,
  path: '/accounts',
  beforeLoad: requireAccess(['READ_ACCOUNTS']),
  validateSearch: Paging,
  search: { middlewares: [stripSearchParams({ page: 1, limit: defaultLimit })] },
  loaderDeps: ({ search }) => search,
  loader: async ({ deps }) => {
    const { accountsTableQuery } = await import('../api/accounts.ts');
    void queryClient.prefetchQuery(accountsTableQuery(deps));
  },
  component: lazyPage(() => import('../pages/accounts/accounts-page.tsx'), 'AccountsPage'),
});

const createAccount = createRoute({
  getParentRoute: () => dashboard,
  path: '/accounts/create-account',
  beforeLoad: requireAccess(['WRITE_ACCOUNTS']),
  loader: async () => {
    const { settingsQuery } = await import('../api/settings.ts');
    await queryClient.ensureQueryData(settingsQuery);
  },
  component: lazyPage(() => import('../pages/accounts/create-account-page.tsx'), 'CreateAccountPage'),
});

const editAccount = createRoute({
  getParentRoute: () => dashboard,
  path: '/edit-account/$accountId',
  beforeLoad: requireAccess(['WRITE_ACCOUNTS']),
  loader: async ({ params }) => {
    const { accountQuery, tcsCitiesQuery } = await import('../api/accounts.ts');
    const { account } = await queryClient.fetchQuery(accountQuery(params.accountId));
    if (account.company === 'TCS') void queryClient.prefetchQuery(tcsCitiesQuery);
  },
  component: lazyPage(() => import('../pages/accounts/edit-account-page.tsx'), 'EditAccountPage'),
});

const createAccountAlert = createRoute({
  getParentRoute: () => dashboard,
  path: '/create-account-alert',
  component: lazyPage(() => import('../pages/accounts/create-account-alert-page.tsx'), 'CreateAccountAlertPage'),
});

const users = createRoute({
  getParentRoute: () => dashboard,
  path: '/users',
  beforeLoad: requireAccess('owner'),
  validateSearch: Paging,
  search: { middlewares: [stripSearchParams({ page: 1, limit: defaultLimit })] },
  loaderDeps: ({ search }) => search,
  loader: async ({ deps }) => {
    const { usersQuery } = await import('../api/users.ts');
    void queryClient.prefetchQuery(usersQuery(deps));
  },
  component: lazyPage(() => import('../pages/users/users-page.tsx'), 'UsersPage'),
});

const editUser = createRoute({
  getParentRoute: () => dashboard,
  path: '/users/$userId',
  beforeLoad: requireAccess('owner'),
  loader: async ({ params }) => {
    const { userQuery } = await import('../api/users.ts');
    await queryClient.fetchQuery(userQuery(params.userId));
  },
  component: lazyPage(() => import('../pages/users/edit-user-page.tsx'), 'EditUserPage'),
});

const audit = createRoute({
  getParentRoute: () => dashboard,
  path: '/audit',
  beforeLoad: requireAccess('owner'),
  validateSearch: AuditSearch,
  search: { middlewares: [stripSearchParams({ page: 1, limit: defaultLimit })] },
  loaderDeps: ({ search: { open: _open, ...search } }) => search,
  loader: async ({ deps }) => {
    const { auditActorsQuery, auditEventsQuery, auditQueryOf } = await import('../api/audit.ts');
    void queryClient.prefetchQuery(auditEventsQuery(auditQueryOf(deps)));
    void queryClient.prefetchQuery(auditActorsQuery);
  },
  component: lazyPage(() => import('../pages/audit/audit-page.tsx'), 'AuditPage'),
});

const createUser = createRoute({
  getParentRoute: () => dashboard,
  path: '/create-user',
  beforeLoad: requireAccess('owner'),
  component: lazyPage(() => import('../pages/users/create-user-page.tsx'), 'CreateUserPage'),
});

const settings = createRoute({
  getParentRoute: () => dashboard,
  path: '/settings',
  beforeLoad: requireAccess(['READ_SETTINGS']),
  loader: async () => {
    const { settingsQuery } = await import('../api/settings.ts');
    await queryClient.fetchQuery(settingsQuery);
  },
  component: lazyPage(() => import('../pages/settings/settings-page.tsx'), 'SettingsPage'),
});

const customerEmails = createRoute({
  getParentRoute: () => dashboard,
  path: '/settings/customer-emails',
  beforeLoad: requireAccess(['READ_SETTINGS']),
  loader: async () => {
    const { customerMailsQuery } = await import('../api/customer-mails.ts');
    void queryClient.prefetchQuery(customerMailsQuery);
  },
  component: lazyPage(() => import('../pages/settings/customer-emails-page.tsx'), 'CustomerEmailsPage'),
});

const labelSettings = createRoute({
  getParentRoute: () => dashboard,
  path: '/settings/labels',
  beforeLoad: requireAccess(['READ_SETTINGS']),
  loader: loadShopLook,
  component: lazyPage(() => import('../pages/settings/labels/labels-page.tsx'), 'LabelSettingsPage'),
});

const trackingPage = createRoute({
  getParentRoute: () => dashboard,
  path: '/settings/tracking-page',
  beforeLoad: requireAccess(['READ_SETTINGS']),
  loader: loadShopLook,
  component: lazyPage(() => import('../pages/settings/tracking-page.tsx'), 'TrackingPageSettingsPage'),
});

const customerData = createRoute({
  getParentRoute: () => dashboard,
  path: '/settings/customer-data',
  beforeLoad: requireAccess('owner'),
  loader: async () => {
    const { oldCustomersQuery } = await import('../api/old-customers.ts');
    await queryClient.fetchQuery(oldCustomersQuery);
  },
  component: lazyPage(() => import('../pages/settings/customer-data-page.tsx'), 'CustomerDataPage'),
});

async function loadShopLook(): Promise<void> {
  const { shopLookQuery } = await import('../api/shop-look.ts');
  await queryClient.fetchQuery(shopLookQuery);
}

const courierRules = createRoute({
  getParentRoute: () => dashboard,
  path: '/settings/courier-rules',
  beforeLoad: requireAccess(['READ_SETTINGS']),
  loader: async () => {
    const [{ accountsQuery }, { bookingRulesQuery }] = await Promise.all([
      import('../api/accounts.ts'),
      import('../api/booking-rules.ts'),
    ]);
    void queryClient.prefetchQuery(accountsQuery);
    await queryClient.fetchQuery(bookingRulesQuery);
  },
  component: lazyPage(() => import('../pages/courier-rules/courier-rules-page.tsx'), 'CourierRulesPage'),
});

const plans = createRoute({
  getParentRoute: () => dashboard,
  path: '/plans',
  beforeLoad: requireAccess('owner'),
  validateSearch: z.object({ success: ifReadable(z.enum(['true', 'false', 'pending'])), plan: urlText }),
  loader: () => void queryClient.prefetchQuery(subscriptionQuery),
  component: lazyPage(() => import('../pages/plans/plans-page.tsx'), 'PlansPage'),
});

const profile = createRoute({
  getParentRoute: () => dashboard,
  path: '/profile',
  loader: async () => {
    const [{ twoFactorQuery }, { ownSessionsQuery }] = await Promise.all([
      import('../api/own-account/two-factor.ts'),
      import('../api/own-account/own-sessions.ts'),
    ]);
    void queryClient.prefetchQuery(twoFactorQuery);
    void queryClient.prefetchQuery(ownSessionsQuery);
  },
  component: lazyPage(() => import('../pages/profile/profile-page.tsx'), 'ProfilePage'),
});

const staff = createRoute({
  getParentRoute: () => dashboard,
  path: '/staff',
  beforeLoad: requireAccess('owner'),
  validateSearch: StaffSearch,
  component: lazyPage(() => import('../pages/staff/staff-page.tsx'), 'StaffPage'),
});

const personStats = createRoute({
  getParentRoute: () => dashboard,
  path: '/staff/$userId/stats',
  beforeLoad: requireAccess('owner'),
  validateSearch: StaffSearch,
  component: lazyPage(() => import('../pages/staff/person-stats-page.tsx'), 'PersonStatsPage'),
});

export const setUpRoutes = [
  accounts,
  createAccount,
  editAccount,
  createAccountAlert,
  users,
  editUser,
  createUser,
  staff,
  personStats,
  audit,
  settings,
  labelSettings,
  customerEmails,
  trackingPage,
  courierRules,
  customerData,
  plans,
  profile,
] as const;
