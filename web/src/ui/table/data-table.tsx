import { messageOf } from '../../lib/failures.ts';
import { usePhone } from '../../lib/use-phone.ts';
import type { DataTableProps } from './data-table-props.ts';
import styles from './data-table.module.css';
import { DesktopRows } from './desktop-rows.tsx';
import { ErrorState } from '../error-state.tsx';
import { Notice } from '../notice.tsx';
import { PhoneRows } from './phone-rows.tsx';
import { useRowKeys } from './use-row-keys.ts';
import { useRowSelection } from './use-row-selection.ts';

/** A list in all states: skeleton, empty, error, stale, and rows as a table or, on phones, two lines each. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { query, rows } = props;
  if (!rows && query.isError)
    return <ErrorState error={query.error} retry={query.refetch} retrying={query.isFetching} />;
  if (rows?.length === 0 && !query.isError) return props.empty;
  return (
    <div aria-busy={query.isPlaceholderData || !rows} className={query.isPlaceholderData ? styles.stale : undefined}>
      {query.isError && (
        <div className={styles.note}>
          <Notice tone="warning" live>
            Showing the last known data. {messageOf(query.error)}
          </Notice>
        </div>
      )}
      <Rows {...props} />
    </div>
  );
}

function Rows<Row>(props: DataTableProps<Row>) {
  const phone = usePhone();
  const rows = props.rows ?? [];
  const keys = rows.map(props.rowKey);
  const marks = useRowSelection(keys, props.selection);
  const cursor = useRowKeys(rows, {
    open: props.onOpen,
    select: marks?.toggle,
    more: props.rowKeys,
  });
  const List = phone ? PhoneRows : DesktopRows;
  return <List {...props} list={rows} waiting={!props.rows} cursor={cursor} marks={marks} />;
}
