import type { ReactNode } from 'react';

export type Column<Row> = {
  key: string;
  title: ReactNode;
  /** What a row shows; one line, cut with an ellipsis when it does not fit. */
  cell: (row: Row) => ReactNode;
  align?: 'right';
  /** In pixels; columns without one share the rest. */
  width?: number;
  /** Hidden on windows narrower than this. */
  from?: 1024 | 1280 | 1536;
  /** What the list is sorted by when the title is pressed, and how it falls the first time. */
  sort?: { by: string; first: SortDirection };
};

export type SortDirection = 'asc' | 'desc';

/** The parts of a query's result that a list shows. */
export type ListQuery = {
  isError: boolean;
  isFetching: boolean;
  isPlaceholderData: boolean;
  error: unknown;
  refetch: () => unknown;
};

export type Selection = { selected: ReadonlySet<string>; onChange: (selected: ReadonlySet<string>) => void };

export type DataTableProps<Row> = {
  /** Names the table for screen readers. */
  label: string;
  query: ListQuery;
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  /** Names a row where it can be selected: `Select #1001`. */
  rowLabel: (row: Row) => string;
  columns: readonly Column<Row>[];
  /** What a click on the row, or Enter, does. Put a real link into the first column too. */
  onOpen?: (row: Row) => void;
  /** Key of the row that is open beside the list. */
  openKey?: string;
  selection?: Selection;
  /** How the list is sorted; columns with a `sort` can be pressed. */
  sorted?: { by: string; dir: SortDirection; onSort: (by: string, dir: SortDirection) => void };
  /** Further keys on the row that `j` and `k` stand on: `{ b: book, p: print }`. */
  rowKeys?: Readonly<Record<string, (row: Row) => void>>;
  tone?: (row: Row) => 'cancelled' | 'critical' | 'dim' | undefined;
  /** The row on phones: two lines, see `PhoneRow`. */
  renderPhone: (row: Row) => ReactNode;
  /** Shown when there are no rows: empty, or no match. */
  empty: ReactNode;
  /** Rows of the skeleton. */
  skeletonRows?: number;
};
