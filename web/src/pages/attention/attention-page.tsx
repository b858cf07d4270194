import {
  AttentionQuery,
  type AttentionGroup,
  type AttentionItem,
  type getAttention,
} from '@courierdesk/contract/attention';
import { countText } from '@courierdesk/contract/count-text';
import { getDifferences } from '@courierdesk/contract/differences';
import type { ReplyOf } from '@courierdesk/contract/endpoint';
import { Skeleton } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { RefusedAccounts } from '../../parts/account-state/refused-accounts.tsx';
import { attentionQuery } from '../../api/attention.ts';
import { courierHealthQuery } from '../../api/courier-health.ts';
import { differenceCountQuery } from '../../api/difference-count.ts';
import { readFilters } from '../../lib/url-filters.ts';
import { useHasAccess } from '../../session/use-session.ts';
import { FilterChips } from '../../ui/filters/filter-chips.tsx';
import { FixFilters } from '../../ui/filters/fix-filters.tsx';
import { unreadableFilters } from '../../ui/filters/url-filter.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { NoneLeft } from '../../ui/none-left.tsx';
import { StaleNotice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { RefreshButton } from '../../ui/refresh-button.tsx';
import { Pagination } from '../../ui/table/pagination.tsx';
import { AttentionCase } from './attention-case.tsx';
import styles from './attention-page.module.css';
import { useSettledCases } from './use-settled-cases.ts';

const route = getRouteApi('/dashboard/attention');

/** Cases that need a decision first, then those that we are still resolving; oldest first. */
export function AttentionPage() {
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/dashboard/attention' });
  const { query: asked, problems } = readFilters(AttentionQuery, search);
  const unreadable = unreadableFilters(search, [['about', 'Cases']], problems);
  const isReadable = unreadable.length === 0;
  const query = useQuery({ ...attentionQuery(asked), enabled: isReadable });
  const data = isReadable ? query.data : undefined;
  const showAll = (): void => void navigate({ search: { limit: search.limit } });
  const { data: health } = useQuery(courierHealthQuery);
  useSettledCases(search.page, query.isPlaceholderData ? undefined : data?.data);
  return (
    <Page title="Needs attention" help="order-booking-guide#needs-attention" tools={<RefreshButton query={query} />}>
      <RefusedAccounts />
      {asked.about && (
        <FilterChips filters={[{ name: 'Cases', value: groupTexts[asked.about].name }]} onDrop={showAll} />
      )}
      {!isReadable && (
        <>
          <FilterChips filters={unreadable} onDrop={showAll} />
          <FixFilters filters={unreadable} onDrop={showAll} />
        </>
      )}
      {isReadable && !data && (query.isError ? <ErrorState query={query} /> : <WaitingCases />)}
      {data && <StaleNotice error={query.error} />}
      {data &&
        data.data.length === 0 &&
        (asked.about ? (
          <NoneLeft title={groupTexts[asked.about].none} onShowAll={showAll} />
        ) : (
          (health?.refused ?? []).length === 0 && <NothingHere />
        ))}
      {data && data.data.length > 0 && (
        <div className={styles.list}>
          {data.to_decide === 0 && search.page === 1 && (
            <p className={styles.clear}>
              <IconCircleCheck size={18} aria-hidden /> Nothing needs your decision.
            </p>
          )}
          <Cases list={data} busy={query.isPlaceholderData} />
          {data.total > search.limit && (
            <Pagination
              page={search.page}
              limit={search.limit}
              total={data.total}
              things="Cases"
              isPlaceholder={query.isPlaceholderData}
              onChange={(paging, replace) => void navigate({ search: { ...search, ...paging }, replace })}
            />
          )}
        </div>
      )}
      {data && !asked.about && <OtherDifferences />}
    </Page>
  );
}

const groupTexts: Record<AttentionGroup, { name: string; none: string }> = {
  bookings: { name: 'Uncertain bookings', none: 'No uncertain bookings left' },
  'store-updates': { name: 'Failed store updates', none: 'No failed store updates left' },
  others: { name: 'Others', none: 'No other cases left' },
};

/** One array of both sections: a case that moves to the other one keeps what is typed in it. */
function Cases({ list, busy }: { list: ReplyOf<typeof getAttention>; busy: boolean }) {
  const cases = (items: readonly AttentionItem[]) => items.map((item) => <AttentionCase key={item.id} item={item} />);
  const toDecide = list.data.filter((item) => !item.resolves_itself);
  const resolving = list.data.filter((item) => item.resolves_itself);
  return (
    <ul className={styles.cases} aria-label="Cases" aria-busy={busy}>
      {[
        toDecide.length > 0 && (
          <li key="to-decide">
            <h2 className={styles.title}>Need your decision ({list.to_decide})</h2>
          </li>
        ),
        ...cases(toDecide),
        resolving.length > 0 && (
          <li key="resolving">
            <h2 className={styles.title}>Resolving automatically ({list.resolving})</h2>
            <p className={styles.about}>
              We keep working on these. You do not have to do anything, but you can decide now.
            </p>
          </li>
        ),
        ...cases(resolving),
      ]}
    </ul>
  );
}

/** The count of the navigation: a difference that has a case is not counted twice. */
function OtherDifferences() {
  const canSee = useHasAccess(getDifferences.access);
  const { data: count = 0 } = useQuery({ ...differenceCountQuery, enabled: canSee });
  if (!canSee || count === 0) return null;
  return (
    <p className={styles.about}>
      <Link to="/dashboard/differences">{countText(count, 'other difference')}</Link> between the store, the couriers
      and Courierdesk.
    </p>
  );
}

function NothingHere() {
  return (
    <EmptyState icon={<IconCircleCheck size={28} stroke={1.5} />} title="All clear">
      Bookings that a courier left unanswered, and other things we cannot decide for you, appear here.
    </EmptyState>
  );
}

const WaitingCases = () => (
  <ul className={styles.cases} aria-busy aria-label="Loading the cases">
    {[0, 1, 2].map((index) => (
      <li key={index} className={styles.waiting}>
        <Skeleton height={14} width={200} mb={16} />
        <Skeleton height={10} width="60%" mb={20} />
        <Skeleton height={10} width="85%" mb={10} />
        <Skeleton height={10} width="70%" mb={10} />
        <Skeleton height={10} width="75%" />
      </li>
    ))}
  </ul>
);
