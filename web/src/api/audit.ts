import { AuditFilter, downloadAuditEvents, getAuditActors, getAuditEvents } from '@courierdesk/contract/audit';
import type { Paging } from '@courierdesk/contract/paging';
import type { AuditSearch } from '../lib/audit-search.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';
import { download } from '../lib/download.ts';

const filters = AuditFilter.shape;

/** What of an address can be read. */
const ReadableFilter = AuditFilter.extend({
  actor: filters.actor.catch(undefined),
  group: filters.group.catch(undefined),
  query: filters.query.catch(undefined),
  from: filters.from.catch(undefined),
  to: filters.to.catch(undefined),
});

/** The page and the filters that an address asks for. */
export const auditQueryOf = ({ page, limit, ...search }: Omit<AuditSearch, 'open'>): AuditFilter & Paging => ({
  page,
  limit,
  ...ReadableFilter.parse(search),
});

export const auditEventsQuery = (query: AuditFilter & Paging) =>
  queryOptions({
    queryKey: ['audit-events', 'list', query],
    queryFn: ({ signal }) => call(getAuditEvents, { query, signal, quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const auditActorsQuery = queryOptions({
  queryKey: ['audit-events', 'actors'],
  queryFn: ({ signal }) => call(getAuditActors, { signal, quiet: true }),
  select: ({ data }) => data,
});

/** The browser saves the events that match. Returns how many. */
export async function saveAuditEvents(filter: AuditFilter): Promise<number> {
  const { ticket, total } = await call(downloadAuditEvents, { body: filter, quiet: true });
  download(ticket);
  return total;
}
