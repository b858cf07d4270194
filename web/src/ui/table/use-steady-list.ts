import { hashKey, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListQuery } from './data-table-props.ts';
import { changesOfList, type Listed, type ListChanges } from './list-changes.ts';

export type SteadyList<Row> = {
  rows: readonly Row[] | undefined;
  total: number | undefined;
  changes: ListChanges | undefined;
  show: () => void;
  refresh: () => void;
};

/**
 * A list that renews itself without moving. When nobody asked for it (an interval, the focus of the window, a reconnect),
 * rows keep their places and only their content changes; other rows are offered. When a person asked (a filter, a page, an
 * action that invalidates the query, `refresh`), the new list is shown.
 */
export function useSteadyList<Reply, Row>(
  query: ListQuery & { data: Reply | undefined },
  queryKey: QueryKey,
  list: { of: (reply: Reply) => Listed<Row>; rowKey: (row: Row) => string },
): SteadyList<Row> {
  const client = useQueryClient();
  const question = hashKey(queryKey);
  const { data, isFetching, isPlaceholderData, isError } = query;
  const [kept, setKept] = useState({ question, data, isSteady: false });
  // A failed fetch invalidates as well.
  const isAsked = isFetching && !isError && client.getQueryState(queryKey)?.isInvalidated === true;
  const isEmpty = kept.data === undefined || list.of(kept.data).rows.length === 0;
  const follows = !kept.isSteady || kept.question !== question || isPlaceholderData || isAsked || isEmpty;
  const newest = { question, data, isSteady: !isFetching && !isPlaceholderData };
  const now = follows ? newest : kept;
  if (now.question !== kept.question || now.data !== kept.data || now.isSteady !== kept.isSteady) setKept(now);

  const show = (): void => setKept(newest);
  const refresh = (): void => {
    setKept({ ...now, isSteady: false });
    void query.refetch();
  };
  if (now.data === undefined || data === undefined)
    return { rows: undefined, total: undefined, changes: undefined, show, refresh };
  const shown = list.of(now.data);
  const latest = list.of(data);
  const contents = new Map(latest.rows.map((row) => [list.rowKey(row), row]));
  return {
    rows: shown.rows.map((row) => contents.get(list.rowKey(row)) ?? row),
    total: shown.total,
    changes: changesOfList(shown, latest, list.rowKey),
    show,
    refresh,
  };
}
