import type { ShipmentsQuery } from '@courierdesk/contract/shipment-filters';
import { maxFilterTotal } from '@courierdesk/contract/shipments';
import { Button } from '@mantine/core';
import { IconFilterOff, IconPackage } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { filterTotalsQuery } from '../../../api/shipments.ts';
import { useHasAccess } from '../../../session/use-session.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FixFilters } from '../../../ui/filters/fix-filters.tsx';
import type { ActiveFilter } from './active-filters.ts';
import styles from './no-orders.module.css';
import { formatCount } from '@courierdesk/contract/count-text';

/** Why the list is empty: filters that match nothing, or nothing booked yet. */
export function NoOrders(props: {
  query: ShipmentsQuery;
  filters: readonly ActiveFilter[];
  onDrop: (filters: readonly ActiveFilter[]) => void;
}) {
  const canBook = useHasAccess(['BOOK_ORDERS']);
  const { filters, onDrop } = props;
  const wrong = filters.filter(({ error }) => error !== undefined);
  if (wrong.length > 0)
    return (
      <FixFilters filters={wrong} onDrop={onDrop}>
        {wrong.map(({ filter, name, value, error }) => (
          <span key={filter} className={styles.wrong}>
            {name}: we can’t read “{value}”. {error}, or clear this filter.
          </span>
        ))}
      </FixFilters>
    );
  if (filters.length > 0) return <NoMatch query={props.query} filters={filters} onDrop={onDrop} />;
  return (
    <EmptyState
      icon={<IconPackage size={28} stroke={1.5} />}
      title="No bookings yet"
      action={
        canBook && (
          <Button renderRoot={(root) => <Link to="/dashboard/shopify/orders" {...root} />}>Go to store orders</Button>
        )
      }
    >
      Orders appear here once a courier accepts the booking.
    </EmptyState>
  );
}

/** Offers filters to clear; first the one whose removal finds the most orders. */
function NoMatch(props: {
  query: ShipmentsQuery;
  filters: readonly ActiveFilter[];
  onDrop: (filters: readonly ActiveFilter[]) => void;
}) {
  const { filters, onDrop } = props;
  const { data: totals } = useQuery(filterTotalsQuery({ ...props.query, page: 1 }));
  const known = new Map(totals?.map(({ filter, without }) => [filter, without]));
  const sorted = filters.toSorted((a, b) => (known.get(b.filter) ?? 0) - (known.get(a.filter) ?? 0));
  const best = sorted.find(({ filter }) => (known.get(filter) ?? 0) > 0);
  const oneIsEnough = !totals || best !== undefined;
  return (
    <EmptyState
      icon={<IconFilterOff size={28} stroke={1.5} />}
      title="No order matches"
      action={
        <>
          {(oneIsEnough || filters.length === 1 ? sorted : []).map((filter) => (
            <Button
              key={filter.filter}
              variant={filter === best ? 'filled' : 'default'}
              onClick={() => onDrop([filter])}
            >
              Clear {filter.name.toLowerCase()}: {filter.value}
              {known.has(filter.filter) && ` (${counted(known.get(filter.filter) ?? 0)})`}
            </Button>
          ))}
          {filters.length > 1 && (
            <Button variant={oneIsEnough ? 'subtle' : 'filled'} onClick={() => onDrop(filters)}>
              Clear all {filters.length}
            </Button>
          )}
        </>
      }
    >
      {filters.length === 1
        ? 'Clear the filter to see more orders.'
        : oneIsEnough
          ? 'No order matches all filters. The numbers show how many match without that filter.'
          : 'Clearing one filter is not enough. Clear all of them.'}
    </EmptyState>
  );
}

const counted = (number: number): string =>
  number >= maxFilterTotal ? `${formatCount(maxFilterTotal)} or more` : formatCount(number);
