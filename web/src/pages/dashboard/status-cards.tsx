import type { getDashboardAnalytics } from '@courierdesk/contract/analytics';
import type { ReplyOf } from '@courierdesk/contract/endpoint';
import { statusName, type ShipmentStatus } from '@courierdesk/contract/statuses';
import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { hasPeriodBefore, type Days } from './dashboard-search.ts';
import { statusIcon, toneOfStatus } from '../../parts/shipments/status-badge.tsx';
import { changeText } from './change-text.ts';
import styles from './status-cards.module.css';
import { formatCount } from '@courierdesk/contract/count-text';

type Figures = ReplyOf<typeof getDashboardAnalytics>;

const statuses: readonly ShipmentStatus[] = ['FULFILLED', 'INPROCESS', 'DELIVERED', 'CANCELLED', 'RTS'];

export function StatusCards({ figures, days, stale }: { figures: Figures; days: Days; stale: boolean }) {
  const link = ordersLink(figures, days);
  const change = (now: number, before: number): ReactNode =>
    hasPeriodBefore(days) && <span className={styles.change}>{changeText(now, before)}</span>;
  return (
    <ul className={styles.cards} aria-busy={stale} data-stale={stale || undefined}>
      <li>
        <Link to={ordersPage} search={link()} className={styles.card}>
          <span className={styles.name}>Total orders</span>
          <span className={styles.count}>{formatCount(figures.totalOrders)}</span>
          {change(figures.totalOrders, figures.before.totalOrders)}
        </Link>
      </li>
      {statuses.map((status) => {
        const Icon = statusIcon[status];
        return (
          <li key={status}>
            <Link to={ordersPage} search={link(status)} className={styles.card} data-tone={toneOfStatus[status]}>
              <span className={styles.name}>
                <Icon size={16} aria-hidden className={styles.icon} />
                {statusName[status]}
              </span>
              <span className={styles.count}>{formatCount(figures.byStatus[status])}</span>
              {change(figures.byStatus[status], figures.before.byStatus[status])}
              {status === 'INPROCESS' && figures.returning > 0 && (
                <span className={styles.note}>of which {formatCount(figures.returning)} returning</span>
              )}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

export const WaitingCards = () => (
  <ul className={styles.cards} aria-busy aria-label="Loading the figures">
    {Array.from({ length: 6 }, (_, index) => (
      <li key={index} className={styles.card}>
        <Skeleton height={12} width={90} my={4} />
        <Skeleton height={24} width={60} my={6} />
        <Skeleton height={10} width={130} my={5} />
      </li>
    ))}
  </ul>
);

/** The statuses that a card counts: returning parcels are in process too. */
const listedAs: Record<ShipmentStatus, ShipmentStatus[]> = {
  FULFILLED: ['FULFILLED'],
  INPROCESS: ['INPROCESS', 'RTS'],
  DELIVERED: ['DELIVERED'],
  CANCELLED: ['CANCELLED'],
  RTS: ['RTS'],
};

const ordersPage: string = '/dashboard/orders';

/** Links to the orders page with the same days, so that it lists what the card counts. */
function ordersLink(figures: Figures, days: Days) {
  return (status?: ShipmentStatus): Record<string, string | string[] | undefined> => ({
    ...daysOf(figures, days),
    ...(status && { status: listedAs[status] }),
  });
}

/** The days of the figures, in the names of the orders page. */
export function daysOf(figures: Figures, days: Days) {
  const chosen = days.bookingfrom || days.bookingto || days.deliveredfrom || days.deliveredto;
  return chosen ? days : { bookingfrom: figures.range.from ?? undefined, bookingto: figures.range.to ?? undefined };
}
