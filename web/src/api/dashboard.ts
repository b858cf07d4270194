import { getCitiesDeliveryAverage, getDashboardAnalytics } from '@courierdesk/contract/analytics';
import type { QueryInput } from '@courierdesk/contract/endpoint';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';
import { cacheTime } from './query-client.ts';

export const dashboardQuery = (query: QueryInput<typeof getDashboardAnalytics>) =>
  queryOptions({
    queryKey: ['dashboard', query],
    queryFn: ({ signal }) => call(getDashboardAnalytics, { query, signal }),
    gcTime: cacheTime.dashboard,
    placeholderData: keepPreviousData,
  });

export const cityFiguresQuery = (query: QueryInput<typeof getCitiesDeliveryAverage>) =>
  queryOptions({
    queryKey: ['dashboard', 'cities', query],
    queryFn: ({ signal }) => call(getCitiesDeliveryAverage, { query, signal }),
    gcTime: cacheTime.dashboard,
    placeholderData: keepPreviousData,
  });
