import { areReversed, daysInOrder, dayOf } from '@courierdesk/contract/dates';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Suspense } from 'react';
import { NoActiveAccount } from '../../parts/account-state/no-active-account.tsx';
import { dashboardQuery } from '../../api/dashboard.ts';
import { checklistQuery, toDoQuery } from '../../api/to-do.ts';
import { analyticsOf, DashboardSearch, hasPeriodBefore, readDays } from './dashboard-search.ts';
import { periodBefore } from '../../lib/day-ranges.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { textOf } from '../../lib/url-filters.ts';
import { useNow } from '../../lib/use-now.ts';
import { StoreImportStatus } from '../../parts/store-import/store-import-status.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Notice, StaleNotice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { RefreshButton } from '../../ui/refresh-button.tsx';
import { RangePicker } from '../../ui/dates/range-picker.tsx';
import { UnreadableDays } from '../../ui/dates/unreadable-days.tsx';
import { Checklist } from '../../parts/get-started/checklist.tsx';
import styles from './dashboard-page.module.css';
import { ToDo } from './to-do.tsx';
import { WhenVisible } from '../../ui/when-visible.tsx';
import { StatusCards, WaitingCards } from './status-cards.tsx';
import { lazyNamed } from '../../ui/lazy-named.ts';

const route = getRouteApi('/dashboard/');
const Insights = lazyNamed(async () => (await import('./insights.tsx')).Insights);
const dayNames = DashboardSearch.keyof().options;

export function DashboardPage() {
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/dashboard/' });
  const { query: days, problems = {} } = readDays(search);
  const query = useQuery(dashboardQuery(analyticsOf(days)));
  const unreadable = dayNames.filter((name) => name in problems).map((name) => textOf(search[name]));
  const toDo = useQuery(toDoQuery);
  const checklist = useQuery(checklistQuery);
  const today = dayOf(useNow(), useTimeZone());
  const { data } = query;
  // A shop without any parcel has no figures: the checklist takes their place.
  const steps = checklist.data?.data ?? [];
  const isNew = checklist.data?.is_new && steps.length > 0;
  // What is below moves when they come, so it waits for them.
  const isPlaced = !toDo.isPending && !checklist.isPending;
  const byDelivery = Boolean(days.deliveredfrom || days.deliveredto);
  const booked =
    days.bookingfrom || days.bookingto || byDelivery
      ? daysInOrder(days.bookingfrom, days.bookingto)
      : { from: data?.range.from ?? undefined, to: data?.range.to ?? undefined };

  return (
    <Page
      title="Dashboard"
      help="dashboard"
      tools={
        <RefreshButton
          query={query}
          onRefresh={() => Promise.all([query.refetch(), toDo.refetch(), checklist.refetch()])}
        />
      }
    >
      <StoreImportStatus />
      <NoActiveAccount />
      {!isPlaced && <Skeleton height={280} radius="lg" />}
      {isPlaced && isNew && <Checklist steps={steps} />}
      {isPlaced && toDo.data && !(isNew && toDo.data.data.length === 0) && <ToDo {...toDo.data} />}
      {!toDo.data && toDo.isError && <ErrorState query={toDo} title="We couldn’t load the to-do list" />}
      {isPlaced && !isNew && steps.length > 0 && <Checklist steps={steps} />}
      {isPlaced && !isNew && (data || query.isError) && (
        <div className={styles.ranges}>
          <RangePicker
            label="Booked"
            range={booked}
            clearable={byDelivery}
            onChange={({ from, to }) =>
              void navigate({ search: { ...days, bookingfrom: from, bookingto: to }, replace: true })
            }
          />
          <RangePicker
            label="Delivered"
            clearable
            range={daysInOrder(days.deliveredfrom, days.deliveredto)}
            onChange={({ from, to }) =>
              void navigate({ search: { ...days, deliveredfrom: from, deliveredto: to }, replace: true })
            }
          />
          {data?.range.from && data.range.to && hasPeriodBefore(days) && (
            <span className={styles.before}>Compared with {periodBefore(data.range.from, data.range.to, today)}</span>
          )}
        </div>
      )}
      <UnreadableDays days={unreadable} />
      {(areReversed(days.bookingfrom, days.bookingto) || areReversed(days.deliveredfrom, days.deliveredto)) && (
        <Notice tone="info">The dates were in the wrong order, so we swapped them.</Notice>
      )}
      {data && <StaleNotice error={query.error} shown="figures" />}
      {isPlaced && data && !isNew && <StatusCards figures={data} days={days} stale={query.isPlaceholderData} />}
      {!data && query.isError && <ErrorState query={query} title="We couldn’t load the figures" />}
      {isPlaced && !data && !isNew && !query.isError && <WaitingCards />}
      {isPlaced && data && !isNew && (
        <WhenVisible>
          {() => (
            <Suspense fallback={<Skeleton height={240} />}>
              <div className={styles.insights} data-stale={query.isPlaceholderData || undefined}>
                <Insights figures={data} days={days} />
              </div>
            </Suspense>
          )}
        </WhenVisible>
      )}
    </Page>
  );
}
