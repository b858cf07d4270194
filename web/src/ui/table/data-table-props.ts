import type { SortDirection } from '@courierdesk/contract/paging';
import type { ReactNode } from 'react';
import type { Paging } from './pagination.tsx';

export type Column<Row> = {
  key: string;
  title: ReactNode;
  /** The cell's content: one line, truncated with an ellipsis. */
  cell: (row: Row) => ReactNode;
  align?: 'right';
  /** In pixels. Columns without a width share the rest. */
  width?: number | undefined;
  /** Hidden on windows narrower than this. */
  from?: 1024 | 1280 | 1366 | 1440 | 1536 | undefined;
  /** The sort key of the title, and its first direction. */
  sort?: { by: string; first: SortDirection } | undefined;
};

/** `by` is undefined if the list is sorted by no column. */
export type Sorted = {
  by: string | undefined;
  dir: SortDirection;
  onSort: (by: string, dir: SortDirection) => void;
};

/** The parts of a query's result that a list uses. */
export type ListQuery = {
  isError: boolean;
  isFetching: boolean;
  isPlaceholderData: boolean;
  error: unknown;
  refetch: () => unknown;
};

export type Selection = { selected: ReadonlySet<string>; onChange: (selected: ReadonlySet<string>) => void };

export type DataTableProps<Row> = {
  /** Accessible name of the table. */
  label: string;
  query: ListQuery;
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  /** Names a row's check box: `Select #1001`. */
  rowLabel: (row: Row) => string;
  /** The same ones as long as nothing about them changes: then ticks and the cursor draw no cells again. */
  columns: readonly Column<Row>[];
  /** Called on click or Enter. Put a real link into the first column too. */
  onOpen?: ((row: Row) => void) | undefined;
  /** Key of the row open in the side panel. */
  openKey?: string | undefined;
  selection?: Selection | undefined;
  /** The current sort; only columns with a `sort` can be clicked. */
  sorted?: Sorted;
  /** More keys for the row selected with `j` and `k`: `{ b: book, p: print }`. */
  rowKeys?: Readonly<Record<string, (row: Row) => void>> | undefined;
  tone?: (row: Row) => 'cancelled' | 'critical' | 'dim' | undefined;
  /** Rows that came since: see `OfferedRows`. */
  offer?: ReactNode;
  /** The row on phones: two lines, see `PhoneRow`. The same function as long as it draws the same. */
  renderPhone: (row: Row) => ReactNode;
  /** Shown when there are no rows: empty, or no match. */
  empty: ReactNode;
  /** Page size and page buttons below the rows, once the total is known and above zero. */
  paging?: Omit<Paging, 'total'> & { total: number | undefined };
  /** Of the element around the rows. */
  className?: string | undefined;
  /** Rows of the skeleton. */
  skeletonRows?: number;
};
