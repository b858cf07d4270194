import { useState } from 'react';
import { searchAsText } from '../../lib/same-search.ts';
import type { Selection } from './data-table-props.ts';

export type ListSelection<Row> = ReturnType<typeof useSelection<Row>>;

type Kept<Row> = { question: string } & (
  | { kind: 'ticked'; rows: ReadonlyMap<string, Row> }
  /** All that match, except those unticked. */
  | { kind: 'matching'; except: ReadonlySet<string> }
);

/**
 * The selected rows of a list: those ticked, or all that match. Ticks stay when the page or the sort changes. When the
 * filters, the search or the tab change, only ticked rows that are still shown stay.
 */
export function useSelection<Row>(list: {
  /** The filters, the search and the tab of the list: see `questionOf`. */
  question: string;
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  /** How many rows match; undefined if that is not known. */
  total: number | undefined;
  /** The rows are those of an earlier question, or of an earlier page. */
  isPlaceholder: boolean;
}) {
  const { question, rows = [], rowKey } = list;
  const none: Kept<Row> = { question, kind: 'ticked', rows: new Map() };
  const [stored, setKept] = useState<Kept<Row>>(none);
  const shown = new Map(rows.map((row) => [rowKey(row), row]));
  const isAnswered = list.rows !== undefined && !list.isPlaceholder;
  const kept = stored.question === question || !isAnswered ? stored : onlyShown(stored, question, shown);
  if (kept !== stored) setKept(kept);

  const ticked = kept.kind === 'ticked' ? [...kept.rows].map(([key, row]) => shown.get(key) ?? row) : [];
  const total = isAnswered ? list.total : undefined;
  const count = kept.kind === 'ticked' ? kept.rows.size : Math.max(0, (list.total ?? 0) - kept.except.size);
  const selected =
    kept.kind === 'ticked'
      ? new Set(kept.rows.keys())
      : new Set([...shown.keys()].filter((key) => !kept.except.has(key)));

  const onChange = (next: ReadonlySet<string>): void => {
    if (kept.kind === 'ticked') {
      const known = new Map([...kept.rows, ...shown]);
      return setKept({ ...kept, rows: new Map([...known].filter(([key]) => next.has(key))) });
    }
    const except = new Set(kept.except);
    for (const key of shown.keys()) {
      if (next.has(key)) except.delete(key);
      else except.add(key);
    }
    setKept({ ...kept, except });
  };
  return {
    /** The ticked rows, in the order in which they were ticked; none while all that match are selected. */
    ticked,
    count,
    all: kept.kind === 'matching',
    except: kept.kind === 'matching' ? [...kept.except] : [],
    isShown: (key: string): boolean => shown.has(key),
    /** How many of the selected rows are on other pages. */
    hidden: count - [...selected].filter((key) => shown.has(key)).length,
    /** How many rows match, if everything on this page is ticked and there are more: then all can be selected. */
    offered:
      kept.kind === 'ticked' &&
      total !== undefined &&
      total > kept.rows.size &&
      shown.size > 0 &&
      [...shown.keys()].every((key) => kept.rows.has(key))
        ? total
        : undefined,
    isPlaceholder: list.isPlaceholder,
    table: { selected, onChange } satisfies Selection,
    clear: (): void => setKept(none),
    selectAll: (): void => setKept({ question, kind: 'matching', except: new Set() }),
    keepShown: (): void => setKept(onlyShown(kept, question, shown)),
  };
}

/** What a list was asked for, without its page and sort. */
export function questionOf(query: Readonly<Record<string, unknown>>): string {
  const { page: _page, limit: _limit, sort: _sort, dir: _dir, ...filters } = query;
  return searchAsText(filters);
}

function onlyShown<Row>(kept: Kept<Row>, question: string, shown: ReadonlyMap<string, Row>): Kept<Row> {
  const rows = kept.kind === 'ticked' ? [...kept.rows].filter(([key]) => shown.has(key)) : [];
  return { question, kind: 'ticked', rows: new Map(rows) };
}
