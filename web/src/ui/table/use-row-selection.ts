import { useRef, type ChangeEvent, type MouseEvent } from 'react';
import type { Selection } from './data-table-props.ts';

export type RowCheckboxes = NonNullable<ReturnType<typeof useRowSelection>>;

/** Check boxes of rows and head. Shift selects a range, from the row that was ticked last to this one. */
export function useRowSelection(keys: readonly string[], selection: Selection | undefined) {
  const last = useRef<string>(undefined);
  const shift = useRef(false);
  if (!selection) return undefined;
  const { selected, onChange } = selection;
  const marked = keys.filter((key) => selected.has(key)).length;

  const set = (which: readonly string[], on: boolean): void => {
    const next = new Set(selected);
    for (const key of which) {
      if (on) next.add(key);
      else next.delete(key);
    }
    onChange(next);
  };
  const toggle = (key: string, extendRange: boolean): void => {
    const to = keys.indexOf(key);
    if (to < 0) return;
    const start = extendRange && last.current !== undefined ? keys.indexOf(last.current) : -1;
    const from = start < 0 ? to : start;
    set(keys.slice(Math.min(from, to), Math.max(from, to) + 1), !selected.has(key));
    last.current = key;
  };

  return {
    toggle,
    isSelected: (key: string): boolean => selected.has(key),
    all: {
      checked: keys.length > 0 && marked === keys.length,
      indeterminate: marked > 0 && marked < keys.length,
      // While the rows load, a click would select none of them.
      disabled: keys.length === 0,
      onChange: (event: ChangeEvent<HTMLInputElement>): void => set(keys, event.currentTarget.checked),
    },
    one: (key: string) => ({
      checked: selected.has(key),
      onClick: (event: MouseEvent): void => {
        shift.current = event.shiftKey;
      },
      onChange: (): void => toggle(key, shift.current),
    }),
  };
}
