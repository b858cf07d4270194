import type { Import } from '@courierdesk/contract/imports';
import { Button } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { importsQuery } from '../../api/imports.ts';
import { ImportButtons } from '../../parts/importing/import-buttons.tsx';
import { useImportTools } from '../../parts/importing/use-import-tools.tsx';
import { countText, formatCount } from '@courierdesk/contract/count-text';
import { DataTable } from '../../ui/table/data-table.tsx';
import type { Column } from '../../ui/table/data-table-props.ts';
import { FilterChips } from '../../ui/filters/filter-chips.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { NoneLeft } from '../../ui/none-left.tsx';
import { Page } from '../../ui/page.tsx';
import { RefreshButton } from '../../ui/refresh-button.tsx';
import { PhoneRow } from '../../ui/table/phone-rows.tsx';
import { TableDate } from '../../ui/dates/table-date.tsx';
import { When } from '../../ui/dates/when.tsx';
import { ImportState, nameOf, importKindText } from './import-texts.tsx';
import styles from './imports-page.module.css';

const route = getRouteApi('/dashboard/imports');

/** All imports and their results. */
export function ImportsPage() {
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/dashboard/imports' });
  const query = useQuery(importsQuery(search));
  const showAll = (): void => void navigate({ search: { limit: search.limit } });
  return (
    <Page
      title="Imports"
      help="orders#import-payments"
      width="wide"
      tools={
        <>
          <ImportButtons />
          <RefreshButton query={query} isPolling={query.data?.data.some((one) => one.state === 'under-way')} />
        </>
      }
    >
      {search.unfinished && <FilterChips filters={[{ name: 'Show', value: 'Unfinished' }]} onDrop={showAll} />}
      <DataTable
        label="Imports"
        query={query}
        rows={query.data?.data}
        rowKey={(one) => one.id}
        rowLabel={nameOf}
        columns={columns}
        onOpen={(one) =>
          void navigate({ to: '/dashboard/imports/$importId', params: { importId: one.id }, search: {} })
        }
        skeletonRows={6}
        renderPhone={(one) => (
          <PhoneRow
            top={<ImportLink one={one} />}
            topRight={<ImportState one={one} />}
            bottom={<span className={styles.wrap}>{one.msg}</span>}
            bottomRight={<When at={one.created_at} form="short" />}
          />
        )}
        paging={{
          ...search,
          total: query.data?.total,
          things: 'Imports',
          onChange: (paging, replace) => void navigate({ search: { ...search, ...paging }, replace }),
        }}
        empty={search.unfinished ? <NoneLeft title="No unfinished imports left" onShowAll={showAll} /> : <NoImports />}
      />
    </Page>
  );
}

const ImportLink = ({ one }: { one: Import }) => (
  <Link to="/dashboard/imports/$importId" params={{ importId: one.id }} search={{}} className={styles.link}>
    <bdi>{nameOf(one)}</bdi>
  </Link>
);

const columns: readonly Column<Import>[] = [
  { key: 'file', title: 'File', cell: (one) => <ImportLink one={one} /> },
  { key: 'kind', title: 'What', width: 210, from: 1024, cell: importKindText },
  { key: 'state', title: 'State', width: 170, cell: (one) => <ImportState one={one} /> },
  { key: 'result', title: 'Result', cell: (one) => <span title={one.msg}>{one.msg}</span> },
  {
    key: 'rows',
    title: 'Rows',
    width: 90,
    align: 'right',
    from: 1280,
    cell: (one) => <span className="numbers">{formatCount(one.total)}</span>,
  },
  {
    key: 'when',
    title: 'When',
    width: 150,
    cell: (one) => (
      <span title={`${countText(one.total, 'row')}, by ${one.asked_by}`}>
        <TableDate at={one.created_at} />
      </span>
    ),
  },
  { key: 'by', title: 'By', width: 150, from: 1280, cell: (one) => <bdi>{one.asked_by}</bdi> },
];

function NoImports() {
  const { tools, dialog } = useImportTools();
  return (
    <>
      <EmptyState
        icon={<IconFileImport size={28} stroke={1.5} />}
        title="No imports yet"
        action={tools.slice(0, 1).map(({ onClick }) => (
          <Button key="import" onClick={onClick}>
            Import a file
          </Button>
        ))}
      >
        Import payments or a courier’s statement, or fulfil orders whose parcels were booked elsewhere. Imports are kept
        for 90 days.
      </EmptyState>
      {dialog}
    </>
  );
}
