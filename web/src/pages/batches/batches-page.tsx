import type { Batch } from '@courierdesk/contract/batch';
import { BatchFilter } from '@courierdesk/contract/batches';
import { dayOf, daysInOrder } from '@courierdesk/contract/dates';
import { Button } from '@mantine/core';
import { IconEye, IconFilterOff, IconStack2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { batchesQuery, batchesQueryOf } from '../../api/batches.ts';
import { chosenPreset, rangeName } from '../../lib/day-ranges.ts';
import { useSharedState } from '../../lib/shared-state.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { readFilters } from '../../lib/url-filters.ts';
import { useNow } from '../../lib/use-now.ts';
import { countText, formatCount } from '@courierdesk/contract/count-text';
import { DataTable } from '../../ui/table/data-table.tsx';
import type { Column } from '../../ui/table/data-table-props.ts';
import { FilterChips } from '../../ui/filters/filter-chips.tsx';
import { FixFilters } from '../../ui/filters/fix-filters.tsx';
import { SearchBox } from '../../ui/filters/search-box.tsx';
import { unreadableFilters, withoutFilters, type UrlFilter } from '../../ui/filters/url-filter.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Money } from '../../ui/money.tsx';
import { NoneLeft } from '../../ui/none-left.tsx';
import { Page } from '../../ui/page.tsx';
import { PhoneRow } from '../../ui/table/phone-rows.tsx';
import { ToneBadge } from '../../ui/tone-badge.tsx';
import { RangePicker } from '../../ui/dates/range-picker.tsx';
import { TableDate } from '../../ui/dates/table-date.tsx';
import { When } from '../../ui/dates/when.tsx';
import styles from './batches-page.module.css';
import type { BatchesSearch } from './batches-search.ts';

const route = getRouteApi('/dashboard/batches');

/** All batches: drafts, in progress and finished. */
export function BatchesPage() {
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/dashboard/batches' });
  const filter = batchesQueryOf(search);
  const unreadable = unreadableFilters(search, filterNames, readFilters(BatchFilter, search).problems);
  const isReadable = unreadable.length === 0;
  const query = useQuery({ ...batchesQuery(filter), enabled: isReadable });
  const today = dayOf(useNow(), useTimeZone());
  // Names of ranges depend on it.
  useSharedState(chosenPreset);
  const range = daysInOrder(filter.from, filter.to);
  const days = range.from || range.to ? rangeName(range, today) : undefined;
  const active: readonly UrlFilter<BatchesSearch>[] = [
    ...(filter.unfinished ? [{ name: 'Show', value: 'Unfinished', without: { unfinished: undefined } }] : []),
    ...(filter.query ? [{ name: 'Search', value: filter.query, without: { query: undefined } }] : []),
    ...(days ? [{ name: 'Created', value: days, without: { from: undefined, to: undefined } }] : []),
    ...unreadable,
  ];
  const change = (part: Partial<BatchesSearch>): unknown =>
    navigate({ search: (now) => ({ ...now, ...part, page: 1 }) });
  const drop = (dropped: readonly UrlFilter<BatchesSearch>[]): void => void change(withoutFilters(dropped));
  return (
    <Page
      title="Batches"
      help="order-booking-guide#book-many-orders"
      width="wide"
      tools={
        <Button variant="default" renderRoot={(props) => <Link to="/dashboard/shopify/orders" {...props} />}>
          Choose orders to book
        </Button>
      }
    >
      <div className={styles.bar}>
        <SearchBox
          label="Search batch or order number"
          className={styles.search}
          value={filter.query ?? ''}
          onSearch={(text) => change({ query: text || undefined })}
        />
        <RangePicker label="Created" clearable range={range} onChange={change} />
        {active.length > 0 && <FilterChips filters={active} onDrop={drop} />}
      </div>
      <DataTable
        label="Batches"
        query={query}
        rows={isReadable ? query.data?.data : []}
        rowKey={(batch) => batch.id}
        rowLabel={(batch) => `batch ${batch.number}`}
        columns={columns}
        skeletonRows={6}
        onOpen={(batch) => void navigate({ to: '/dashboard/batches/$batchId', params: { batchId: batch.id } })}
        renderPhone={(batch) => (
          <PhoneRow
            top={<BatchName batch={batch} />}
            topRight={<Cod batch={batch} />}
            bottom={
              <>
                {countText(batch.total, 'order')} · {batch.created_by} · <When at={batch.created_at} form="short" />
              </>
            }
            bottomRight={<StateBadge batch={batch} />}
          />
        )}
        paging={{
          page: filter.page,
          limit: filter.limit,
          total: isReadable ? query.data?.total : 0,
          things: 'Batches',
          onChange: (paging, replace) => void navigate({ search: (now) => ({ ...now, ...paging }), replace }),
        }}
        empty={
          !isReadable ? (
            <FixFilters filters={unreadable} onDrop={drop} />
          ) : filter.query || days ? (
            <NoneFound filters={active} onDrop={drop} />
          ) : filter.unfinished ? (
            <NoneLeft title="No unfinished batches left" onShowAll={() => drop(active)} />
          ) : (
            <NoBatches />
          )
        }
      />
    </Page>
  );
}

const filterNames = [
  ['query', 'Search'],
  ['from', 'First day'],
  ['to', 'Last day'],
] as const;

const columns: readonly Column<Batch>[] = [
  { key: 'number', title: 'Batch', width: 112, cell: (batch) => <BatchName batch={batch} /> },
  { key: 'state', title: 'State', width: 160, cell: (batch) => <StateBadge batch={batch} /> },
  { key: 'counts', title: 'Orders', cell: (batch) => <Counts batch={batch} /> },
  { key: 'cod', title: 'COD', width: 120, align: 'right', cell: (batch) => <Cod batch={batch} /> },
  { key: 'by', title: 'Created by', width: 140, from: 1024, cell: (batch) => <bdi>{batch.created_by}</bdi> },
  {
    key: 'made',
    title: 'Created',
    width: 150,
    cell: (batch) => <TableDate at={batch.created_at} />,
  },
  {
    key: 'continue',
    title: <span className="visually-hidden">Continue</span>,
    width: 112,
    cell: (batch) =>
      isOpen(batch) && (
        <Button
          size="compact-sm"
          variant="light"
          aria-label={`Continue batch ${batch.number}`}
          renderRoot={(props) => <Link to="/dashboard/batches/$batchId" params={{ batchId: batch.id }} {...props} />}
        >
          Continue
        </Button>
      ),
  },
];

/** Rows of it wait for a person. */
const isOpen = ({ state, counts }: Batch): boolean =>
  state === 'draft' || counts.failed + counts.changed + counts.look + counts.ready > 0;

const BatchName = ({ batch }: { batch: Batch }) => (
  <Link to="/dashboard/batches/$batchId" params={{ batchId: batch.id }} className={styles.name}>
    Batch {batch.number}
  </Link>
);

/** The booked COD, or before booking the COD of ready orders: none while no row is ready. */
function Cod({ batch: { started_at: startedAt, counts, cod_booked: booked, cod_ready: ready } }: { batch: Batch }) {
  const rows = startedAt ? counts.booked : counts.ready;
  return rows > 0 ? <Money amount={startedAt ? booked : ready} /> : <span className="dim">–</span>;
}

function StateBadge({ batch }: { batch: Batch }) {
  const { counts } = batch;
  if (batch.state !== 'running' && counts.look > 0 && counts.failed + counts.changed + counts.uncertain === 0)
    return <ToneBadge tone="process" icon={IconEye}>{`${formatCount(counts.look)} to look at`}</ToneBadge>;
  if (batch.state === 'draft') return <span className="dim">Draft</span>;
  if (batch.state === 'running') return <ToneBadge tone="booked">Booking</ToneBadge>;
  const open = counts.failed + counts.changed + counts.uncertain;
  if (open > 0) return <ToneBadge tone="needs">{countText(open, 'needs', 'need')} attention</ToneBadge>;
  return counts.booked > 0 ? <ToneBadge tone="delivered">Booked</ToneBadge> : <span className="dim">Stopped</span>;
}

function Counts({ batch: { counts, total } }: { batch: Batch }) {
  const parts: [number, string][] = [
    [counts.booked, 'booked'],
    [counts.queued + counts.booking, 'to go'],
    [counts.failed, 'not booked'],
    [counts.uncertain, 'not certain'],
    [counts.changed, 'changed'],
    [counts.ready, 'ready'],
    [counts.look, 'to look at'],
    [counts.left_out, 'left out'],
  ];
  const words = parts.filter(([count]) => count > 0).map(([count, word]) => `${formatCount(count)} ${word}`);
  return (
    <>
      {formatCount(total)} <span className="dim">{words.length > 0 && `· ${words.join(', ')}`}</span>
    </>
  );
}

const NoneFound = ({
  filters,
  onDrop,
}: {
  filters: readonly UrlFilter<BatchesSearch>[];
  onDrop: (filters: readonly UrlFilter<BatchesSearch>[]) => void;
}) => (
  <EmptyState
    icon={<IconFilterOff size={28} stroke={1.5} />}
    title="No batch matches"
    action={
      <Button variant="default" onClick={() => onDrop(filters)}>
        Clear filters
      </Button>
    }
  >
    Search for a whole number: of a batch, or of an order in it.
  </EmptyState>
);

function NoBatches() {
  return (
    <EmptyState
      icon={<IconStack2 size={28} stroke={1.5} />}
      title="No batches yet"
      action={<Button renderRoot={(props) => <Link to="/dashboard/shopify/orders" {...props} />}>Choose orders</Button>}
    >
      Select store orders and choose Book. Each order becomes its own parcel, and we book them together.
    </EmptyState>
  );
}
