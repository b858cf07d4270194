import { usePhone } from '../../lib/use-phone.ts';
import type { DataTableProps } from './data-table-props.ts';
import styles from './data-table.module.css';
import { DesktopRows } from './desktop-rows.tsx';
import { useHasUnappliedText } from '../filters/unapplied-text.ts';
import { ErrorState } from '../error-state.tsx';
import { StaleNotice } from '../notice.tsx';
import { Pagination } from './pagination.tsx';
import { PhoneRows } from './phone-rows.tsx';
import { useRowKeys } from './use-row-keys.ts';
import { useRowSelection } from './use-row-selection.ts';

/**
 * A list in all states: skeleton, empty, error, stale, and rows as a table or, on phones, two lines each. Rows are stale
 * while they do not belong to the typed search and the chosen filters. Then they cannot be pressed.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { query, paging } = props;
  return (
    <>
      <List {...props} />
      {paging?.total !== undefined && paging.total > 0 && (
        <Pagination {...paging} total={paging.total} isPlaceholder={query.isPlaceholderData} />
      )}
    </>
  );
}

function List<Row>(props: DataTableProps<Row>) {
  const { query, rows } = props;
  const isTyping = useHasUnappliedText();
  const stale = isTyping || query.isPlaceholderData;
  if (!rows && query.isError) return <ErrorState query={query} />;
  if (rows?.length === 0 && !query.isError) return props.empty;
  return (
    <div className={props.className} aria-busy={stale || !rows}>
      <span role="status" className="visually-hidden">
        {stale && rows && 'Updating the list'}
      </span>
      {query.isError && (
        <div className={styles.note}>
          <StaleNotice error={query.error} />
        </div>
      )}
      {props.offer}
      <Rows {...props} stale={stale} />
    </div>
  );
}

function Rows<Row>(props: DataTableProps<Row> & { stale: boolean }) {
  const phone = usePhone();
  const rows = props.rows ?? [];
  const keys = rows.map(props.rowKey);
  const marks = useRowSelection(keys, props.selection);
  const actions = { open: props.onOpen, select: marks?.toggle, more: props.rowKeys };
  const cursor = useRowKeys(rows, props.rowKey, actions, { isStale: props.stale, openKey: props.openKey });
  const RowList = phone ? PhoneRows : DesktopRows;
  return <RowList {...props} list={rows} waiting={!props.rows} cursor={cursor} marks={marks} />;
}
