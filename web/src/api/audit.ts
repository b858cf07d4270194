import { type AuditFilter, downloadAuditEvents, getAuditActors, getAuditEvents } from '@courierdesk/contract/audit';
import type { Paging } from '@courierdesk/contract/paging';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';
import { download } from '../lib/download.ts';
import { readFilters } from '../lib/url-filters.ts';

/** The page and the filters that a URL asks for; filters that cannot be read are left out. */
export const auditQueryOf = (search: object): AuditFilter & Paging => readFilters(getAuditEvents.query, search).query;

export const auditEventsQuery = (query: AuditFilter & Paging) =>
  queryOptions({
    queryKey: ['audit-events', 'list', query],
    queryFn: ({ signal }) => call(getAuditEvents, { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const auditActorsQuery = queryOptions({
  queryKey: ['audit-events', 'actors'],
  queryFn: ({ signal }) => call(getAuditActors, { signal }),
  select: ({ data }) => data,
});

/** The browser saves the events that match. Returns how many. */
export async function saveAuditEvents(filter: AuditFilter): Promise<number> {
  const { ticket, total } = await call(downloadAuditEvents, { body: filter });
  download(ticket);
  return total;
}
