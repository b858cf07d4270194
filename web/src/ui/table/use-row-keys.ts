import { useRef, useState } from 'react';
import { useKeys } from '../../lib/keys.ts';

export type RowCursor = ReturnType<typeof useRowKeys>;

/** Keys of a list: `j` and `k` move the cursor, `Enter` opens, `x` selects, and the page may add more. */
export function useRowKeys<Row>(
  rows: readonly Row[],
  actions: {
    open?: ((row: Row) => void) | undefined;
    select?: ((index: number, stretch: boolean) => void) | undefined;
    more?: Readonly<Record<string, (row: Row) => void>> | undefined;
  },
) {
  const [at, setAt] = useState(-1);
  const elements = useRef(new Map<number, HTMLElement>());

  const move =
    (step: number) =>
    (event: KeyboardEvent): void => {
      if (rows.length === 0) return;
      event.preventDefault();
      elements.current.get(Math.max(0, Math.min(rows.length - 1, at + step)))?.focus();
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
  useKeys({
    ...Object.fromEntries(Object.entries(more).map(([key, act]) => [key, onRow(act)])),
    j: move(1),
    k: move(-1),
    Enter: open && onRow(open),
    x: select && ((event) => onRow(() => select(at, event.shiftKey))(event)),
  });

  return {
    row: (index: number) => ({
      ref: (element: HTMLElement | null): void => {
        if (element) elements.current.set(index, element);
        else elements.current.delete(index);
      },
      tabIndex: -1,
      'data-current': index === at || undefined,
      onFocus: (): void => setAt(index),
    }),
  };
}
