import { smallSample, type DeliveryFigures, type getDashboardAnalytics } from '@courierdesk/contract/analytics';
import { courierName } from '@courierdesk/contract/companies';
import type { ReplyOf } from '@courierdesk/contract/endpoint';
import { Skeleton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment, useState } from 'react';
import { cityFiguresQuery } from '../../api/dashboard.ts';
import type { Days } from './dashboard-search.ts';
import { titleCase } from '../../lib/title-case.ts';
import { FigureTable, type FigureColumn } from '../../ui/charts/figure-table.tsx';
import { SeriesChart } from '../../ui/charts/series-chart.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Money } from '../../ui/money.tsx';
import { Section } from '../../ui/section.tsx';
import styles from './insights.module.css';
import { daysOf } from './status-cards.tsx';
import { countText, formatCount } from '@courierdesk/contract/count-text';

type Figures = ReplyOf<typeof getDashboardAnalytics>;

const lines = [
  { name: 'booked', label: 'Booked', color: '--cd-booked', dashes: [] },
  { name: 'delivered', label: 'Delivered', color: '--cd-delivered', dashes: [8, 4] },
  { name: 'returned', label: 'Returned', color: '--cd-returned', dashes: [2, 4] },
] as const;

/** Below the cards: amounts, couriers, days and cities. Loaded when it comes into view. */
export function Insights({ figures, days: chosen }: { figures: Figures; days: Days }) {
  const days = daysOf(figures, chosen);
  const byBooking = Boolean(days.bookingfrom || days.bookingto);
  const byDelivery = Boolean(days.deliveredfrom || days.deliveredto);
  return (
    <>
      <MoneyCards figures={figures} days={days} />
      <Section title="Couriers" about={byDelivery ? aboutDelivered : aboutRates}>
        {figures.couriers.data.length === 0 ? (
          <p>No parcels in these days.</p>
        ) : (
          <FigureTable
            label="Couriers"
            rows={figures.couriers.data}
            rowKey={({ company }) => company}
            columns={[{ title: 'Courier', cell: ({ company }) => courierName(company) }, ...rateColumns]}
          />
        )}
      </Section>
      <SeriesChart
        title="Parcels"
        about={byDelivery ? aboutDays : `${aboutDays} The cards above count by the day of booking.`}
        step={figures.series.step}
        data={figures.series.data}
        lines={lines}
      />
      {byBooking ? (
        <Cities days={days} about={byDelivery ? aboutAnyDelivery : 'Parcels booked in these days.'} />
      ) : (
        <Section title="Cities">
          <p>Choose booking days to compare cities.</p>
        </Section>
      )}
    </>
  );
}

const aboutDays = 'Each parcel counts on the day it was booked, delivered or returned.';

const aboutDelivered =
  'Only parcels delivered in the chosen days. To compare how many are delivered and returned, choose booking days alone.';

const aboutAnyDelivery = 'All parcels booked in the chosen booking days, delivered or not.';

const aboutRates = `Parcels booked in these days, without cancelled ones. Percentages count all of them, also those still under way. “Few”: fewer than ${smallSample} parcels.`;

function MoneyCards({ figures, days }: { figures: Figures; days: Days }) {
  const cards: { title: string; amounts: Figures['money']['returned']; filter: Filter }[] = [
    {
      title: 'COD on the road',
      amounts: figures.money.on_the_road,
      filter: { status: ['FULFILLED', 'INPROCESS'], payment_status: 'UNPAID' },
    },
    {
      title: 'Delivered and unpaid',
      amounts: figures.money.delivered_unpaid,
      filter: { status: ['DELIVERED'], payment_status: 'UNPAID' },
    },
    { title: 'Returned', amounts: figures.money.returned, filter: { status: ['RTS'] } },
  ];
  return (
    <ul className={styles.cards} aria-label="Amounts to collect">
      {cards.map(({ title, amounts: { range, all }, filter }) => (
        <li key={title} className={styles.card}>
          <Link to={ordersPage} search={{ ...days, ...filter }} className={styles.main}>
            <span className={styles.name}>{title}</span>
            <span className={styles.amount}>
              <Money amount={range.cod} />
            </span>
            <span className={styles.note}>{countText(range.parcels, 'parcel')} in this period</span>
          </Link>
          <Link to={ordersPage} search={filter} className={styles.all}>
            All time: <Money amount={all.cod} />, {countText(all.parcels, 'parcel')}
          </Link>
        </li>
      ))}
    </ul>
  );
}

type Filter = Record<string, string | string[] | undefined>;

const ordersPage: string = '/dashboard/orders';
function Cities({ days, about }: { days: Days; about: string }) {
  const query = useQuery(cityFiguresQuery({ startDate: days.bookingfrom, endDate: days.bookingto }));
  const [open, setOpen] = useState<string>();
  const { data } = query;
  return (
    <Section
      title="Cities"
      about={
        data && data.total > data.data.length
          ? `The ${data.data.length} cities with most parcels, of ${formatCount(data.total)}.`
          : about
      }
    >
      {!data && query.isError && <ErrorState query={query} />}
      {!data && !query.isError && <Skeleton height={200} />}
      {data && data.data.length === 0 && <p>No parcels in these days.</p>}
      {data && data.data.length > 0 && (
        <FigureTable
          label="Cities"
          rows={data.data.flatMap((one): CityRow[] => {
            const row = { name: one.city, isOpen: open === one.city, onOpen: setOpen };
            const couriers = row.isOpen ? one.couriers : [];
            return [
              { ...one, ...row, courier: undefined },
              ...couriers.map((courier) => ({ ...courier, ...row, courier: courier.company })),
            ];
          })}
          rowKey={(row) => `${row.name} ${row.courier ?? ''}`}
          columns={cityColumns}
        />
      )}
    </Section>
  );
}

type CityRow = DeliveryFigures & {
  name: string;
  courier: string | undefined;
  isOpen: boolean;
  onOpen: (city: string | undefined) => void;
};

/** A city, which opens its couriers; or one of its couriers. */
function CityCell({ row: { name, courier, isOpen, onOpen } }: { row: CityRow }) {
  if (courier) return <span className={styles.courier}>{courierName(courier)}</span>;
  return (
    <button
      type="button"
      className={styles.city}
      aria-expanded={isOpen}
      title="Compare couriers"
      onClick={() => onOpen(isOpen ? undefined : name)}
    >
      <IconChevronRight size={14} aria-hidden />
      <bdi>{titleCase(name) || 'No city'}</bdi>
    </button>
  );
}

const percent = (rate: number | null): string => (rate === null ? '–' : `${rate} %`);

const rateColumns: readonly FigureColumn<DeliveryFigures>[] = [
  {
    title: 'Parcels',
    number: true,
    cell: ({ parcels, small_sample }) => (
      <Fragment>
        {small_sample && <span className={styles.few}>few </span>}
        {formatCount(parcels)}
      </Fragment>
    ),
  },
  { title: 'Under way', number: true, cell: ({ under_way }) => formatCount(under_way) },
  {
    title: 'Delivered',
    number: true,
    cell: ({ delivered, delivery_rate }) => `${formatCount(delivered)} (${percent(delivery_rate)})`,
  },
  {
    title: 'Returned',
    number: true,
    cell: ({ returned, return_rate }) => `${formatCount(returned)} (${percent(return_rate)})`,
  },
  {
    title: 'Days to deliver',
    number: true,
    cell: ({ days_to_deliver }) => days_to_deliver ?? '–',
  },
];

const cityColumns: readonly FigureColumn<CityRow>[] = [
  { title: 'City', cell: (row) => <CityCell row={row} /> },
  ...rateColumns,
];
