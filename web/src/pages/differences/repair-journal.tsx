import { daysInOrder } from '@courierdesk/contract/dates';
import { differenceName } from '@courierdesk/contract/difference-kinds';
import { type DifferenceRepair } from '@courierdesk/contract/differences';
import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { repairsQuery } from '../../api/differences.ts';
import type { DifferencesSearch } from './differences-search.ts';
import { RangePicker } from '../../ui/dates/range-picker.tsx';
import { TableDate } from '../../ui/dates/table-date.tsx';
import { When } from '../../ui/dates/when.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterChips } from '../../ui/filters/filter-chips.tsx';
import { FixFilters } from '../../ui/filters/fix-filters.tsx';
import { withoutFilters } from '../../ui/filters/url-filter.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import type { Column } from '../../ui/table/data-table-props.ts';
import { ToneBadge } from '../../ui/tone-badge.tsx';
import { readJournal } from './search.ts';
import styles from './difference-columns.module.css';

/** Who repaired what, when, and with which result. Newest first. */
export function RepairJournal({ search }: { search: DifferencesSearch }) {
  const navigate = useNavigate({ from: '/dashboard/differences' });
  const { query: asked, unreadable } = readJournal(search);
  const isReadable = unreadable.length === 0;
  const query = useQuery({ ...repairsQuery(asked), enabled: isReadable });
  const { data } = query;
  const drop = (dropped: typeof unreadable): void =>
    void navigate({ search: (now) => ({ ...now, ...withoutFilters(dropped), page: 1 }) });
  const range = daysInOrder(asked.from, asked.to);
  const isFiltered = range.from !== undefined || range.to !== undefined;
  return (
    <>
      <div className={styles.bar}>
        <RangePicker
          label="Days"
          clearable
          range={range}
          onChange={(days) => void navigate({ search: (now) => ({ ...now, ...days, page: 1 }) })}
        />
        {!isReadable && <FilterChips filters={unreadable} onDrop={drop} />}
      </div>
      <DataTable
        label="Repairs"
        query={query}
        rows={isReadable ? data?.data : []}
        rowKey={({ id }) => id}
        rowLabel={({ what }) => what}
        columns={columns}
        skeletonRows={6}
        renderPhone={(repair) => <RepairOnPhone repair={repair} />}
        paging={{
          ...asked,
          total: isReadable ? data?.pagination.total : 0,
          things: 'Repairs',
          onChange: (paging, replace) => void navigate({ search: (now) => ({ ...now, ...paging }), replace }),
        }}
        empty={
          !isReadable ? (
            <FixFilters filters={unreadable} onDrop={drop} />
          ) : (
            <EmptyState
              icon={<IconHistory size={28} stroke={1.5} />}
              title={isFiltered ? 'No repair on these days' : 'No repairs yet'}
              action={
                isFiltered && (
                  <Button
                    variant="default"
                    onClick={() => void navigate({ search: (now) => ({ ...now, from: undefined, to: undefined }) })}
                  >
                    Show all days
                  </Button>
                )
              }
            >
              {!isFiltered && 'Each repair appears here: who asked for it, when, and the result.'}
            </EmptyState>
          )
        }
      />
    </>
  );
}

const columns: readonly Column<DifferenceRepair>[] = [
  { key: 'when', title: 'When', width: 152, cell: (one) => <TableDate at={one.asked_at} /> },
  { key: 'what', title: 'Repair', cell: (one) => <What repair={one} /> },
  { key: 'who', title: 'By', width: 140, from: 1024, cell: (one) => <bdi title={one.asked_by}>{one.asked_by}</bdi> },
  { key: 'before', title: 'Before', from: 1280, cell: (one) => <div className={styles.side}>{one.before}</div> },
  { key: 'result', title: 'Result', cell: (one) => <Result repair={one} /> },
];

const What = ({ repair }: { repair: DifferenceRepair }) => (
  <div className={styles.side}>
    <span>{repair.what}</span>
    <span className={styles.small}>
      {differenceName[repair.kind]} · <bdi>{repair.order_name}</bdi>
    </span>
  </div>
);

const Result = ({ repair }: { repair: DifferenceRepair }) => (
  <div className={styles.side}>
    <State state={repair.state} />
    {repair.after && <span className={styles.small}>{repair.after}</span>}
  </div>
);

function State({ state }: Pick<DifferenceRepair, 'state'>) {
  switch (state) {
    case 'waiting':
      return <ToneBadge tone="process">Repairing</ToneBadge>;
    case 'done':
      return <ToneBadge tone="delivered">Done</ToneBadge>;
    case 'failed':
      return <ToneBadge tone="needs">Failed</ToneBadge>;
  }
}

const RepairOnPhone = ({ repair }: { repair: DifferenceRepair }) => (
  <div className={styles.card}>
    <What repair={repair} />
    <span className={styles.small}>
      <When at={repair.asked_at} form="short" /> · <bdi>{repair.asked_by}</bdi>
    </span>
    <Result repair={repair} />
  </div>
);
