import { useRef, type ChangeEvent, type MouseEvent } from 'react';
import type { Selection } from './data-table-props.ts';

export type RowCheckboxes = NonNullable<ReturnType<typeof useRowSelection>>;

/** Check boxes of rows and head. Shift selects a range. */
export function useRowSelection(keys: readonly string[], selection: Selection | undefined) {
  const last = useRef(-1);
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
  const toggle = (index: number, stretch: boolean): void => {
    const key = keys[index];
    if (key === undefined) return;
    const from = stretch && last.current >= 0 ? last.current : index;
    set(keys.slice(Math.min(from, index), Math.max(from, index) + 1), !selected.has(key));
    last.current = index;
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
    one: (index: number) => ({
      checked: selected.has(keys[index] ?? ''),
      onClick: (event: MouseEvent): void => {
        shift.current = event.shiftKey;
      },
      onChange: (): void => toggle(index, shift.current),
    }),
  };
}
