import { maxAuditEventsListed, type AuditEvent, type AuditFilter } from '@courierdesk/contract/audit';
import { auditGroupName } from '@courierdesk/contract/audit-groups';
import { Button } from '@mantine/core';
import { IconDownload, IconFilterOff, IconHistory } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { auditEventsQuery, auditQueryOf, saveAuditEvents } from '../../api/audit.ts';
import { TableDate } from '../../ui/dates/table-date.tsx';
import { When } from '../../ui/dates/when.tsx';
import { stepsIn } from '../../ui/dialogs/side-panel.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterChips } from '../../ui/filters/filter-chips.tsx';
import { FixFilters } from '../../ui/filters/fix-filters.tsx';
import { withoutFilters } from '../../ui/filters/url-filter.ts';
import { FailureNotice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { RefreshButton } from '../../ui/refresh-button.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import type { Column } from '../../ui/table/data-table-props.ts';
import { PhoneRow } from '../../ui/table/phone-rows.tsx';
import { showToast } from '../../ui/toasts/toast.ts';
import { AuditFilters, unreadableIn, useActiveFilters, type ActiveAuditFilter } from './audit-filters.tsx';
import { AuditPanel } from './audit-panel.tsx';
import { fromWhere, Sentence, sentenceText } from './audit-sentence.tsx';
import styles from './audit-page.module.css';
import { countText, formatCount } from '@courierdesk/contract/count-text';

const route = getRouteApi('/dashboard/audit');

/** Who changed what, newest first. For the owner. */
export function AuditPage() {
  const { open, ...search } = route.useSearch();
  const { page, limit, ...filter } = auditQueryOf(search);
  const navigate = useNavigate({ from: '/dashboard/audit' });
  const unreadable = unreadableIn(search);
  const isReadable = unreadable.length === 0;
  const query = useQuery({ ...auditEventsQuery({ page, limit, ...filter }), enabled: isReadable });
  const data = isReadable ? query.data : undefined;
  const active = [...useActiveFilters(filter), ...unreadable];
  const saving = useMutation({
    mutationFn: () => saveAuditEvents(filter),
    onSuccess: (total) => showToast(`Downloading ${countText(total, 'event')}`),
  });
  const change = (part: Partial<AuditFilter>): Promise<void> =>
    navigate({ search: (now) => ({ ...now, ...part, page: 1, open: undefined }) });
  const drop = (dropped: readonly ActiveAuditFilter[]): void => void change(withoutFilters(dropped));
  const show = (id: string | undefined): void =>
    void navigate({
      search: (now) => ({ ...now, open: id }),
      replace: open !== undefined && id !== undefined,
      resetScroll: false,
    });
  const opened = data?.data.find(({ id }) => id === open);
  return (
    <Page
      title="Activity log"
      help="users#activity-log"
      width="wide"
      back={{ to: '/dashboard/users', label: 'users' }}
      tools={
        <>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} />}
            loading={saving.isPending}
            disabled={!isReadable}
            onClick={() => saving.mutate()}
          >
            Download CSV
          </Button>
          <RefreshButton query={query} />
        </>
      }
    >
      <div className={styles.bar}>
        <AuditFilters filter={filter} onChange={change} />
        {active.length > 0 && <FilterChips filters={active} onDrop={drop} />}
      </div>
      <FailureNotice failure={saving.error} />
      <DataTable
        label="Activity log"
        query={query}
        rows={isReadable ? data?.data : []}
        rowKey={({ id }) => id}
        rowLabel={sentenceText}
        columns={columns}
        openKey={open}
        onOpen={({ id }) => show(id)}
        renderPhone={(event) => <AuditPhoneRow event={event} />}
        paging={{
          page,
          limit,
          total: isReadable ? data?.total : 0,
          things: 'Events',
          more: data?.more,
          onChange: (paging, replace) =>
            void navigate({ search: (now) => ({ ...now, ...paging, open: undefined }), replace }),
        }}
        empty={
          !isReadable ? (
            <FixFilters filters={unreadable} onDrop={drop} />
          ) : active.length > 0 ? (
            <NoMatch filters={active} onDrop={drop} />
          ) : (
            <NoEvents />
          )
        }
      />
      {data?.more && (
        <p className={styles.hint}>
          The list shows the newest {formatCount(maxAuditEventsListed)} events. Choose a range of days to see older
          ones.
        </p>
      )}
      {opened && (
        <AuditPanel
          key={opened.id}
          event={opened}
          steps={stepsIn(
            data?.data,
            ({ id }) => id === open,
            ({ id }) => show(id),
          )}
          onClose={() => show(undefined)}
        />
      )}
    </Page>
  );
}

const What = ({ event }: { event: AuditEvent }) => (
  <Link
    from="/dashboard/audit"
    search={(now) => ({ ...now, open: event.id })}
    resetScroll={false}
    className={styles.what}
    title={sentenceText(event)}
  >
    <Sentence event={event} />
  </Link>
);

const columns: readonly Column<AuditEvent>[] = [
  { key: 'when', title: 'When', width: 150, cell: (event) => <TableDate at={event.at} /> },
  { key: 'what', title: 'What', cell: (event) => <What event={event} /> },
  { key: 'area', title: 'Area', width: 220, from: 1280, cell: (event) => auditGroupName[event.group] },
  {
    key: 'where',
    title: 'From where',
    width: 260,
    from: 1024,
    cell: (event) => fromWhere(event) || <span className="dim">Automatic</span>,
  },
];

const AuditPhoneRow = ({ event }: { event: AuditEvent }) => (
  <PhoneRow
    top={
      <span className={styles.wrap}>
        <What event={event} />
      </span>
    }
    bottom={fromWhere(event) || 'Automatic'}
    bottomRight={<When at={event.at} form="short" />}
  />
);

const NoEvents = () => (
  <EmptyState icon={<IconHistory size={28} stroke={1.5} />} title="Nothing recorded yet">
    Every change by people, Courierdesk and Shopify appears here.
  </EmptyState>
);

const NoMatch = (props: {
  filters: readonly ActiveAuditFilter[];
  onDrop: (filters: readonly ActiveAuditFilter[]) => void;
}) => (
  <EmptyState
    icon={<IconFilterOff size={28} stroke={1.5} />}
    title="No event matches"
    action={
      <>
        {props.filters.map((filter) => (
          <Button key={filter.name} variant="default" onClick={() => props.onDrop([filter])}>
            Clear {filter.name.toLowerCase()}: {filter.value}
          </Button>
        ))}
        {props.filters.length > 1 && (
          <Button onClick={() => props.onDrop(props.filters)}>Clear all {props.filters.length}</Button>
        )}
      </>
    }
  >
    Clear a filter to see more events. Events are kept for two years.
  </EmptyState>
);
