import type { AttentionGroup, AttentionItem } from '@courierdesk/contract/attention';
import { Button, Skeleton } from '@mantine/core';
import { IconCircleCheck, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useId } from 'react';
import { RefusedAccounts } from '../../parts/account-state/refused-accounts.tsx';
import { attentionQuery } from '../../api/attention.ts';
import { courierHealthQuery } from '../../api/courier-health.ts';
import { messageOf } from '../../lib/failures.ts';
import { FilterChips } from '../../ui/filters/filter-chips.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { NoneLeft } from '../../ui/none-left.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Pagination } from '../../ui/table/pagination.tsx';
import { AttentionCase } from './attention-case.tsx';
import styles from './attention-page.module.css';
import { useSettledCases } from './use-settled-cases.ts';

const route = getRouteApi('/dashboard/attention');

/** Cases that need a decision first, then those that we are still resolving; oldest first. */
export function AttentionPage() {
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/dashboard/attention' });
  const query = useQuery(attentionQuery(search));
  const { data } = query;
  const showAll = (): void => void navigate({ search: { limit: search.limit } });
  const { data: health } = useQuery(courierHealthQuery);
  useSettledCases(search.page, query.isPlaceholderData ? undefined : data?.data);
  return (
    <Page
      title="Needs attention"
      help="order-booking-guide#needs-attention"
      tools={
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} />}
          loading={query.isFetching && !query.isPending}
          onClick={() => void query.refetch()}
        >
          Refresh
        </Button>
      }
    >
      <RefusedAccounts />
      {search.about && (
        <FilterChips filters={[{ name: 'Cases', value: groupTexts[search.about].name }]} onDrop={showAll} />
      )}
      {!data && query.isError && <ErrorState error={query.error} retry={query.refetch} retrying={query.isFetching} />}
      {!data && !query.isError && <WaitingCases />}
      {data && query.isError && (
        <Notice tone="warning" live>
          Showing the last known data. {messageOf(query.error)}
        </Notice>
      )}
      {data &&
        data.data.length === 0 &&
        (search.about ? (
          <NoneLeft title={groupTexts[search.about].none} onShowAll={showAll} />
        ) : (
          (health?.refused ?? []).length === 0 && <NothingHere />
        ))}
      {data && data.data.length > 0 && (
        <div className={styles.list}>
          <Cases
            title={`Need your decision (${data.to_decide})`}
            items={data.data.filter((item) => !item.resolves_itself)}
            busy={query.isPlaceholderData}
          />
          {data.to_decide === 0 && search.page === 1 && (
            <p className={styles.clear}>
              <IconCircleCheck size={18} aria-hidden /> Nothing needs your decision.
            </p>
          )}
          <Cases
            title={`Resolving automatically (${data.resolving})`}
            about="We keep working on these. You do not have to do anything, but you can decide now."
            items={data.data.filter((item) => item.resolves_itself)}
            busy={query.isPlaceholderData}
          />
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
    </Page>
  );
}

const groupTexts: Record<AttentionGroup, { name: string; none: string }> = {
  bookings: { name: 'Uncertain bookings', none: 'No uncertain bookings left' },
  'store-updates': { name: 'Failed store updates', none: 'No failed store updates left' },
  others: { name: 'Others', none: 'No other cases left' },
};

function Cases(props: { title: string; about?: string; items: readonly AttentionItem[]; busy: boolean }) {
  const id = useId();
  if (props.items.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {props.title}
      </h2>
      {props.about && <p className={styles.about}>{props.about}</p>}
      <ul className={styles.cases} aria-labelledby={id} aria-busy={props.busy}>
        {props.items.map((item) => (
          <AttentionCase key={item.id} item={item} />
        ))}
      </ul>
    </section>
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
