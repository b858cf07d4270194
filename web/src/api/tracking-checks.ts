import { getTrackingChecks } from '@courierdesk/contract/tracking-checks';
import { queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';

const everyMs = 60_000;

export const trackingChecksQuery = queryOptions({
  queryKey: ['orders', 'checks'],
  queryFn: ({ signal }) => call(getTrackingChecks, { signal }),
  refetchInterval: everyMs,
});
