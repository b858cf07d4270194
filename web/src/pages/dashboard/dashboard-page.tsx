import { addDays, areReversed, daysInOrder } from '@courierdesk/contract/dates';
import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { dashboardQuery } from '../../api/dashboard.ts';
import { analyticsOf } from '../../lib/analytics-range.ts';
import { daysIn, rangeName } from '../../lib/day-ranges.ts';
import { messageOf } from '../../lib/failures.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { RangePicker } from '../../ui/dates/range-picker.tsx';
import styles from './dashboard-page.module.css';
import { ToDo } from './to-do.tsx';
import { StatusCards, WaitingCards } from './status-cards.tsx';

const route = getRouteApi('/dashboard/');

export function DashboardPage() {
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/dashboard/' });
  const query = useQuery(dashboardQuery(analyticsOf(search)));
  const { data } = query;
  const byDelivery = Boolean(search.deliveredfrom || search.deliveredto);
  const booked =
    search.bookingfrom || search.bookingto || byDelivery
      ? daysInOrder(search.bookingfrom, search.bookingto)
      : { from: data?.range.from ?? undefined, to: data?.range.to ?? undefined };

  return (
    <Page
      title="Dashboard"
      tools={
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} />}
          loading={query.isFetching && !query.isPending}
          onClick={() => void query.refetch()}
        >
          Refresh
        </Button>
      }
    >
      {data && data.attention + data.resolving > 0 && <ToDo toDecide={data.attention} resolving={data.resolving} />}
      <div className={styles.ranges}>
        <RangePicker
          label="Booked"
          range={booked}
          clearable={byDelivery}
          onChange={({ from, to }) =>
            void navigate({
              search: { ...search, bookingfrom: from, bookingto: to, unreadable: undefined },
              replace: true,
            })
          }
        />
        <RangePicker
          label="Delivered"
          clearable
          range={daysInOrder(search.deliveredfrom, search.deliveredto)}
          onChange={({ from, to }) =>
            void navigate({
              search: { ...search, deliveredfrom: from, deliveredto: to, unreadable: undefined },
              replace: true,
            })
          }
        />
        {data?.range.from && data.range.to && (
          <span className={styles.before}>Compared with {periodBefore(data.range.from, data.range.to)}</span>
        )}
      </div>
      {search.unreadable && (
        <Notice tone="warning">
          We can’t read “{Object.values(search.unreadable).join(', ')}” as a date. Choose the days above.
        </Notice>
      )}
      {(areReversed(search.bookingfrom, search.bookingto) || areReversed(search.deliveredfrom, search.deliveredto)) && (
        <Notice tone="info">The dates were in the wrong order, so we swapped them.</Notice>
      )}
      {data && query.isError && (
        <Notice tone="warning" live>
          Showing the last known figures. {messageOf(query.error)}
        </Notice>
      )}
      {data && <StatusCards figures={data} search={search} stale={query.isPlaceholderData} />}
      {!data && query.isError && (
        <ErrorState
          error={query.error}
          retry={query.refetch}
          retrying={query.isFetching}
          title="We couldn’t load the figures"
        />
      )}
      {!data && !query.isError && <WaitingCards />}
    </Page>
  );
}

/** The period of the same length just before. */
function periodBefore(from: string, to: string): string {
  return rangeName({ from: addDays(from, -daysIn(from, to)), to: addDays(from, -1) }, from);
}
