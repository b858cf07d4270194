import { dayOf } from '@courierdesk/contract/dates';
import { bookedOf, cancelledOf } from '@courierdesk/contract/staff';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { personCountQuery, personTotalsQuery, staffChartQuery } from '../../api/staff.ts';
import { rangeName } from '../../lib/day-ranges.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { useNow } from '../../lib/use-now.ts';
import { RangePicker } from '../../ui/dates/range-picker.tsx';
import { UnreadableDays } from '../../ui/dates/unreadable-days.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { StaleNotice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { RefreshButton } from '../../ui/refresh-button.tsx';
import { aboutFigures, deliveredShareText, roleText } from './staff-lines.ts';
import { StaffChart } from './staff-chart.tsx';
import styles from './staff-page.module.css';
import { useStaffDays } from './staff-range.ts';
import { formatCount } from '@courierdesk/contract/count-text';

const route = getRouteApi('/dashboard/staff/$userId/stats');

/** What one person booked in a range of days. */
export function PersonStatsPage() {
  const search = route.useSearch();
  const { userId } = route.useParams();
  const navigate = useNavigate({ from: '/dashboard/staff/$userId/stats' });
  const { days, unreadable } = useStaffDays(search);
  const today = dayOf(useNow(), useTimeZone());
  const count = useQuery(personCountQuery(userId, days));
  const totals = useQuery(personTotalsQuery(userId));
  const chart = useQuery(staffChartQuery(days, userId));
  const range = { from: days.start, to: days.end };
  const stats = count.data?.data;
  return (
    <Page
      title={stats?.user ?? 'Staff member'}
      aside={
        <span className={styles.badge}>
          {stats && `${roleText[stats.role]} · `}
          {rangeName(range, today)}
        </span>
      }
      back={{ to: '/dashboard/staff', search, label: 'Staff members' }}
      tools={
        <RefreshButton
          query={count}
          onRefresh={() => Promise.all([count.refetch(), totals.refetch(), chart.refetch()])}
        />
      }
    >
      <div>
        <RangePicker
          label="Booked"
          range={range}
          onChange={({ from, to }) => void navigate({ search: { bookingfrom: from, bookingto: to }, replace: true })}
        />
      </div>
      <UnreadableDays days={unreadable} />
      {count.isPending && <Skeleton height={80} aria-label="Loading the figures" />}
      {!stats && count.isError && <ErrorState query={count} title="Something went wrong. Please try again later" />}
      {stats && <StaleNotice error={count.error} shown="figures" />}
      {stats && (
        <div>
          <dl className={styles.facts}>
            <Fact name="Booked" count={bookedOf(stats)} />
            <Fact name="Fulfilled" count={stats.fulfilled_orders} />
            <Fact name="Inprocess" count={stats.inprocess_orders} />
            <Fact name="Delivered" count={stats.delivered_orders} share={deliveredShareText(stats)} />
            <Fact name="Cancelled" count={cancelledOf(stats)} />
            <Fact name="Returned" count={stats.rts_orders} />
            <Fact name="Total" count={stats.total_orders} />
            {totals.data && <Fact name="All time" count={totals.data.data.total_orders} />}
          </dl>
          <p className={styles.note}>{aboutFigures}</p>
        </div>
      )}
      <StaffChart query={chart} />
    </Page>
  );
}

const Fact = ({ name, count, share }: { name: string; count: number; share?: string }) => (
  <div className={styles.fact}>
    <dt>{name}</dt>
    <dd>
      {formatCount(count)}
      {share && <span className={styles.share}> {share}</span>}
    </dd>
  </div>
);
