import {
  getPersonChart,
  getPersonCount,
  getPersonTotals,
  getPersonWork,
  getStaffChart,
  getStaffTable,
} from '@courierdesk/contract/staff';
import { queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';

type Days = { start: string; end: string };

/** Never kept. */
const fresh = { gcTime: 0, staleTime: 0 };

export const staffTableQuery = (query: Days) =>
  queryOptions({
    queryKey: ['staff', 'table', query],
    queryFn: ({ signal }) => call(getStaffTable, { query, signal }),
    ...fresh,
  });

export const staffChartQuery = (query: Days, personId?: string) =>
  queryOptions({
    queryKey: ['staff', 'chart', query, personId],
    queryFn: ({ signal }) =>
      personId === undefined
        ? call(getStaffChart, { query, signal })
        : call(getPersonChart, { params: { id: personId }, query, signal }),
    ...fresh,
  });

export const personCountQuery = (id: string, { start, end }: Days) =>
  queryOptions({
    queryKey: ['staff', 'person', id, start, end],
    queryFn: ({ signal }) =>
      call(getPersonCount, { params: { id }, query: { flag: 'CUSTOM', from: start, to: end }, signal }),
    ...fresh,
  });

export const personTotalsQuery = (id: string) =>
  queryOptions({
    queryKey: ['staff', 'totals', id],
    queryFn: ({ signal }) => call(getPersonTotals, { params: { id }, signal }),
    ...fresh,
  });

export const personWorkQuery = (id: string) =>
  queryOptions({
    queryKey: ['staff', 'work', id],
    queryFn: ({ signal }) => call(getPersonWork, { params: { id }, signal }),
    ...fresh,
  });
