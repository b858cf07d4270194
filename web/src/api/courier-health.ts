import { getCourierHealth } from '@courierdesk/contract/courier-health';
import { queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';

const refreshMs = 60_000;

/** Couriers that do not respond now, and accounts whose credentials are refused. */
export const courierHealthQuery = queryOptions({
  queryKey: ['accounts', 'health'],
  queryFn: ({ signal }) => call(getCourierHealth, { signal }),
  refetchInterval: refreshMs,
  staleTime: 20_000,
});
