import type { StaffSeries } from '@courierdesk/contract/staff';
import { Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { SeriesChart } from '../../ui/charts/series-chart.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { StaleNotice } from '../../ui/notice.tsx';
import { staffLines } from './staff-lines.ts';

/** The orders of one person or of all over time. */
export function StaffChart({ query }: { query: UseQueryResult<StaffSeries> }) {
  const { data } = query;
  if (data)
    return (
      <>
        <StaleNotice error={query.error} shown="chart" />
        <SeriesChart title="Orders" step={data.step} data={data.data} lines={staffLines} />
      </>
    );
  if (query.isError) return <ErrorState query={query} title="We couldn’t load the chart" />;
  return <Skeleton height={320} aria-label="Loading the chart" />;
}
