import { getAppLinks } from '@courierdesk/contract/app-links';
import { queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';

export const appLinksQuery = queryOptions({
  queryKey: ['app-links'],
  queryFn: () => call(getAppLinks, {}),
  staleTime: Infinity,
});
