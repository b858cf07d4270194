import type { Import } from '@courierdesk/contract/imports';
import { ImportRowsQuery } from '@courierdesk/contract/import-rows-query';
import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { importQuery, importRowsQuery, isImportUnderWay } from '../../api/imports.ts';
import { queryClient } from '../../api/query-client.ts';
import { FailedRowsButton } from '../../parts/importing/failed-rows-button.tsx';
import { ImportProgress } from '../../parts/importing/import-progress.tsx';
import { importTone } from '../../parts/importing/import-tone.ts';
import { readFilters } from '../../lib/url-filters.ts';
import { FilterChips } from '../../ui/filters/filter-chips.tsx';
import { FixFilters } from '../../ui/filters/fix-filters.tsx';
import { unreadableFilters } from '../../ui/filters/url-filter.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { When } from '../../ui/dates/when.tsx';
import { ImportRowPhone, rowColumns } from './import-rows.tsx';
import { ImportState, nameOf, importKindText } from './import-texts.tsx';
import styles from './imports-page.module.css';
import { formatCount } from '@courierdesk/contract/count-text';

const route = getRouteApi('/dashboard/imports/$importId');

/** One import: its progress and the result of each row. */
export function ImportPage() {
  const { importId } = route.useParams();
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/dashboard/imports/$importId' });
  const { data: one } = useQuery(importQuery(importId));
  const { query: asked, problems } = readFilters(ImportRowsQuery, search);
  const unreadable = unreadableFilters(search, [['state', 'Rows']], problems);
  const isReadable = unreadable.length === 0;
  const rows = useQuery({ ...importRowsQuery(importId, asked), enabled: isReadable });
  const show = (state: ImportRowsQuery['state']): void =>
    void navigate({ search: { limit: search.limit, page: 1, state } });
  useRowsFollow(one);
  if (!one) return null;
  return (
    <Page
      title={nameOf(one)}
      width="wide"
      back={{ to: '/dashboard/imports', label: 'imports' }}
      aside={<ImportState one={one} />}
      tools={<FailedRowsButton one={one} />}
    >
      <Summary one={one} />
      <SegmentedControl
        className={styles.filter}
        aria-label="Which rows"
        data={filtersOf(one)}
        value={isReadable ? (asked.state ?? 'all') : ''}
        onChange={(value) => show(stateOf(value))}
      />
      {!isReadable && (
        <>
          <FilterChips filters={unreadable} onDrop={() => show(undefined)} />
          <FixFilters filters={unreadable} onDrop={() => show(undefined)} />
        </>
      )}
      {isReadable && (
        <DataTable
          label="Rows"
          query={rows}
          rows={rows.data?.data}
          rowKey={(row) => String(row.line)}
          rowLabel={(row) => `line ${row.line}`}
          columns={rowColumns(one.kind)}
          skeletonRows={8}
          renderPhone={(row) => <ImportRowPhone kind={one.kind} row={row} />}
          paging={{
            ...search,
            total: rows.data?.total,
            things: 'Rows',
            onChange: (paging, replace) => void navigate({ search: { ...search, ...paging }, replace }),
          }}
          empty={<EmptyState title="No such rows" />}
        />
      )}
    </Page>
  );
}

/** Refetches the rows as the import progresses. */
function useRowsFollow(one: Import | undefined): void {
  const done = one?.done;
  useEffect(() => {
    if (done !== undefined) void queryClient.invalidateQueries({ queryKey: ['imports', 'rows'] });
  }, [done]);
}

function Summary({ one }: { one: Import }) {
  return (
    <div className={styles.summary}>
      <p className={styles.dim}>
        {importKindText(one)}, by <bdi>{one.asked_by}</bdi>, <When at={one.created_at} form="full" />
      </p>
      <Notice tone={importTone(one)} live>
        {one.msg}
        {one.differing > 0 &&
          ` ${one.differing === 1 ? 'One amount differs' : `${formatCount(one.differing)} amounts differ`} from the COD; the rows say by how much.`}
        {one.state === 'stopped' &&
          ' Finished rows are kept. Import the file again: finished rows do not change twice.'}
      </Notice>
      {isImportUnderWay(one) && <ImportProgress one={one} />}
    </div>
  );
}

const states = ['failed', 'changed', 'unchanged', 'waiting'] as const;

const stateOf = (value: string): ImportRowsQuery['state'] => states.find((state) => state === value);

function filtersOf(one: Import): { value: string; label: string }[] {
  return [
    { value: 'all', label: `All ${formatCount(one.total)}` },
    { value: 'failed', label: `Failed ${formatCount(one.failed)}` },
    { value: 'changed', label: `Changed ${formatCount(one.changed)}` },
    { value: 'unchanged', label: `Nothing to do ${formatCount(one.unchanged)}` },
    ...(one.state === 'done' ? [] : [{ value: 'waiting', label: `Waiting ${formatCount(one.total - one.done)}` }]),
  ];
}
