import { dayOf } from '@courierdesk/contract/dates';
import { bookedOf, cancelledOf, type StaffStats } from '@courierdesk/contract/staff';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { staffChartQuery, staffTableQuery } from '../../api/staff.ts';
import { rangeName } from '../../lib/day-ranges.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { usePhone } from '../../lib/use-phone.ts';
import { useNow } from '../../lib/use-now.ts';
import { FigureTable, type FigureColumn } from '../../ui/charts/figure-table.tsx';
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

const route = getRouteApi('/dashboard/staff');

/** How many orders each person booked in a range of days. */
export function StaffPage() {
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/dashboard/staff' });
  const { days, unreadable } = useStaffDays(search);
  const today = dayOf(useNow(), useTimeZone());
  const table = useQuery(staffTableQuery(days));
  const chart = useQuery(staffChartQuery(days));
  const range = { from: days.start, to: days.end };
  return (
    <Page
      title="Staff members"
      help="users#staff-statistics"
      aside={<span className={styles.badge}>{rangeName(range, today)}</span>}
      tools={<RefreshButton query={table} onRefresh={() => Promise.all([table.refetch(), chart.refetch()])} />}
    >
      <div>
        <RangePicker
          label="Booked"
          range={range}
          onChange={({ from, to }) => void navigate({ search: { bookingfrom: from, bookingto: to }, replace: true })}
        />
      </div>
      <UnreadableDays days={unreadable} />
      {table.isPending && <Skeleton height={220} aria-label="Loading the staff members" />}
      {!table.data && table.isError && (
        <ErrorState query={table} title="Something went wrong. Please try again later" />
      )}
      {table.data && <StaleNotice error={table.error} shown="figures" />}
      {table.data && <StaffTable stats={table.data.stats} days={days} />}
      {/* The table above it has another height when it is there. */}
      {!table.isPending && <StaffChart query={chart} />}
    </Page>
  );
}

function StaffTable({ stats, days }: { stats: readonly StaffStats[]; days: { start: string; end: string } }) {
  const sum = (of: (row: StaffStats) => number): string => formatCount(sumOf(stats, of));
  const ended = {
    delivered_orders: sumOf(stats, (row) => row.delivered_orders),
    rts_orders: sumOf(stats, (row) => row.rts_orders),
  };
  const phone = usePhone();
  const totals = [sum(bookedOf), sum(cancelledOf), sum(({ total_orders }) => total_orders)];
  return (
    <div className={styles.table}>
      <FigureTable
        label="Staff members"
        rows={stats.map((row) => ({ ...row, days }))}
        rowKey={({ user_id }) => user_id}
        columns={phone ? phoneColumns : columns}
        foot={
          phone
            ? ['Total', ...totals]
            : ['Total', '', ...totals, formatCount(ended.rts_orders), deliveredShareText(ended)]
        }
      />
      <p className={styles.note}>{aboutFigures}</p>
    </div>
  );
}

const sumOf = (stats: readonly StaffStats[], of: (row: StaffStats) => number): number =>
  stats.reduce((total, row) => total + of(row), 0);

type StaffRow = StaffStats & { days: { start: string; end: string } };

const counts: readonly FigureColumn<StaffRow>[] = [
  { title: 'Booked', number: true, cell: (row) => formatCount(bookedOf(row)) },
  { title: 'Cancelled', number: true, cell: (row) => formatCount(cancelledOf(row)) },
  { title: 'Total', number: true, cell: ({ total_orders }) => formatCount(total_orders) },
];

const columns: readonly FigureColumn<StaffRow>[] = [
  { title: 'Name', cell: (row) => <PersonLink row={row} /> },
  { title: 'Role', cell: ({ role }) => roleText[role] },
  ...counts,
  { title: 'Returned', number: true, cell: ({ rts_orders }) => formatCount(rts_orders) },
  { title: 'Delivered', number: true, cell: deliveredShareText },
];

/** The others do not fit. */
const phoneColumns: readonly FigureColumn<StaffRow>[] = [
  {
    title: 'Name',
    cell: (row) => (
      <>
        <PersonLink row={row} />
        <span className={styles.below}>
          {roleText[row.role]}, delivered {deliveredShareText(row)}
          {row.rts_orders > 0 && `, ${formatCount(row.rts_orders)} returned`}
        </span>
      </>
    ),
  },
  ...counts,
];

const PersonLink = ({ row: { user_id, user, days } }: { row: StaffRow }) => (
  <Link
    to="/dashboard/staff/$userId/stats"
    params={{ userId: user_id }}
    search={{ bookingfrom: days.start, bookingto: days.end }}
    title={user}
  >
    <bdi>{user}</bdi>
  </Link>
);
