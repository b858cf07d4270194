import { useRouter } from '@tanstack/react-router';
import { useLayoutEffect, useRef, useState } from 'react';
import { useKeys } from '../../lib/keys.ts';

export type RowCursor = ReturnType<typeof useRowKeys>;

/** The row that last had the focus, by the entry of the browser's history. */
const lastRows = new Map<string | undefined, string>();

/**
 * Keys of a list: `j` and `k` move the cursor, `Enter` opens, `x` selects, and the page may add more. The cursor stays on
 * its row when the list changes. If the row is gone, only `j` and `k` do something: they start from the top.
 */
export function useRowKeys<Row>(
  rows: readonly Row[],
  rowKey: (row: Row) => string,
  actions: {
    open?: ((row: Row) => void) | undefined;
    select?: ((key: string, extendRange: boolean) => void) | undefined;
    more?: Readonly<Record<string, (row: Row) => void>> | undefined;
  },
  { isStale, openKey }: { isStale: boolean; openKey: string | undefined },
) {
  const { history } = useRouter();
  const [current, setCurrent] = useState<string>();
  const elements = useRef(new Map<string, HTMLElement>());
  const at = rows.findIndex((row) => rowKey(row) === current);

  const move =
    (step: number) =>
    (event: KeyboardEvent): void => {
      const next = rows[Math.max(0, Math.min(rows.length - 1, at + step))];
      if (next === undefined) return;
      event.preventDefault();
      elements.current.get(rowKey(next))?.focus();
    };
  const onRow =
    (act: ((row: Row) => void) | undefined) =>
    (event: KeyboardEvent): void => {
      const row = rows[at];
      if (row === undefined || !act) return;
      event.preventDefault();
      act(row);
    };
  const { open, select, more = {} } = actions;
  useKeys(
    {
      ...Object.fromEntries(Object.entries(more).map(([key, act]) => [key, onRow(act)])),
      j: move(1),
      k: move(-1),
      Enter: open && onRow(open),
      x: select && ((event) => onRow((row) => select(rowKey(row), event.shiftKey))(event)),
    },
    !isStale && openKey === undefined,
  );

  // The row of an open panel has the focus before the panel takes it, so it gets the focus back, and the keys act on it.
  useLayoutEffect(() => {
    const row = openKey === undefined ? undefined : elements.current.get(openKey);
    if (!row?.contains(document.activeElement)) row?.focus();
  }, [elements, openKey]);

  // After Back, the focus is on the row that the person left, unless a panel or the person was faster.
  const isListed = rows.length > 0 && !isStale;
  const hasArrived = useRef(false);
  useLayoutEffect(() => {
    if (!isListed || hasArrived.current) return;
    hasArrived.current = true;
    const left = elements.current.get(lastRows.get(history.location.state.__TSR_key) ?? '');
    if (document.activeElement === document.body) left?.focus({ preventScroll: true });
  }, [elements, history, isListed]);

  return {
    row: (key: string) => ({
      ref: (element: HTMLElement | null): void => {
        if (element) elements.current.set(key, element);
        else elements.current.delete(key);
      },
      tabIndex: -1,
      'data-current': key === current || undefined,
      onFocus: (): void => {
        setCurrent(key);
        lastRows.set(history.location.state.__TSR_key, key);
      },
    }),
  };
}
