import { getCourierHealth } from '@courierdesk/contract/courier-health';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/client.ts';

const refreshMs = 60_000;

/** Couriers that do not respond now, for the top bar. */
export const courierHealthQuery = queryOptions({
  queryKey: ['courier-health'],
  queryFn: ({ signal }) => call(getCourierHealth, { signal, quiet: true }),
  select: ({ not_responding }) => not_responding,
  refetchInterval: refreshMs,
  staleTime: 20_000,
});
