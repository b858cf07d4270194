import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { differencesQuery } from '../../api/differences.ts';
import type { DifferencesSearch } from './differences-search.ts';
import { FilterChips } from '../../ui/filters/filter-chips.tsx';
import { FixFilters } from '../../ui/filters/fix-filters.tsx';
import { withoutFilters } from '../../ui/filters/url-filter.ts';
import { Page } from '../../ui/page.tsx';
import { RefreshButton } from '../../ui/refresh-button.tsx';
import { questionOf } from '../../ui/table/use-selection.ts';
import { useSteadyList } from '../../ui/table/use-steady-list.ts';
import { CompareNow } from './compare-now.tsx';
import { ComparisonState } from './comparison-state.tsx';
import { DifferenceList } from './difference-list.tsx';
import { KindFilter } from './kind-filter.tsx';
import { RepairJournal } from './repair-journal.tsx';
import { readList } from './search.ts';
import styles from './differences-page.module.css';
import { formatCount } from '@courierdesk/contract/count-text';

const route = getRouteApi('/dashboard/differences');
/** What the store, the couriers and Courierdesk say differently, and what was repaired. */
export function DifferencesPage() {
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/dashboard/differences' });
  const { query: asked, unreadable } = readList(search);
  const options = differencesQuery(asked);
  const query = useQuery(options);
  const steady = useSteadyList(query, options.queryKey, {
    of: ({ data: rows, pagination }) => ({ rows, total: pagination.total }),
    rowKey: ({ id }) => id,
  });
  const { data } = query;
  const drop = (dropped: typeof unreadable): void =>
    void navigate({ search: (now) => ({ ...now, ...withoutFilters(dropped), page: 1 }) });
  return (
    <Page
      title="Differences"
      help="orders#differences"
      width="wide"
      tools={<RefreshButton query={query} onRefresh={steady.refresh} isPolling={Boolean(data?.comparison.running)} />}
      action={<CompareNow comparison={data?.comparison} />}
    >
      <nav className={styles.tabs} aria-label="What to show">
        {tabs.map(({ tab, name }) => (
          <Link
            key={tab}
            to="/dashboard/differences"
            search={{ tab, limit: search.limit }}
            activeOptions={{ exact: true }}
            className={styles.tab}
            aria-current={tab === search.tab ? 'page' : undefined}
          >
            {name}
            {tab !== 'repairs' && <span className={styles.count}>{data ? formatCount(data[tab]) : '–'}</span>}
          </Link>
        ))}
      </nav>
      {data && <ComparisonState comparison={data.comparison} />}
      {search.tab === 'repairs' ? (
        <RepairJournal search={search} />
      ) : unreadable.length > 0 ? (
        <>
          {data && <KindFilter asked={asked} isReadable={false} counts={data.counts} />}
          <FilterChips filters={unreadable} onDrop={drop} />
          <FixFilters filters={unreadable} onDrop={drop} />
        </>
      ) : (
        <DifferenceList key={questionOf(asked)} asked={asked} query={query} steady={steady} />
      )}
    </Page>
  );
}

const tabs: readonly { readonly tab: DifferencesSearch['tab']; readonly name: string }[] = [
  { tab: 'open', name: 'Open' },
  { tab: 'dismissed', name: 'Dismissed' },
  { tab: 'repairs', name: 'Repairs' },
];
