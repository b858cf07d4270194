import { expect, it } from 'vitest';
import { accountQuery, accountsQuery, accountsTableQuery, activeAccountsQuery, tcsCitiesQuery } from './accounts.ts';
import { cityFiguresQuery, dashboardQuery } from './dashboard.ts';
import { queryClient } from './query-client.ts';
import { personCountQuery, personTotalsQuery, personWorkQuery, staffChartQuery, staffTableQuery } from './staff.ts';

const days = { start: '2026-11-20', end: '2026-11-20' };
const paging = { page: 1, limit: 50 };

it('unused data is kept for 60 seconds', () => {
  expect(queryClient.getDefaultOptions().queries?.gcTime).toBe(60_000);
});

it.each([
  [
    'accounts',
    300_000,
    [accountsTableQuery(paging), accountsQuery, activeAccountsQuery, accountQuery('1'), tcsCitiesQuery],
  ],
  ['the dashboard', 200_000, [dashboardQuery({}), cityFiguresQuery({})]],
  [
    'staff figures',
    0,
    [
      staffTableQuery(days),
      staffChartQuery(days),
      personCountQuery('1', days),
      personTotalsQuery('1'),
      personWorkQuery('1'),
    ],
  ],
] as const)('unused data of %s is kept for %d ms', (_, milliseconds, queries) => {
  expect(queries.map(({ gcTime }) => gcTime)).toEqual(queries.map(() => milliseconds));
});
