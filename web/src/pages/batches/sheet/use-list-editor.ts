import { useRef, type KeyboardEvent } from 'react';
import type { CellEditorProps, LeaveKey } from './cell-editor-props.ts';
import { changesNothing } from '../rows/cell-values.ts';
import type { RowChange } from '../edits/row-edits.ts';

/**
 * Closes a list editor. Enter moves down and Tab sideways with the marked option, else the first match, else `typed`,
 * the change without the list. Esc cancels.
 */
export function useListEditor({ row, column, onCommit, onLeave }: CellEditorProps, typed: RowChange | undefined) {
  const left = useRef(false);
  const key = useRef<{ by: LeaveKey; shift: boolean }>({ by: 'Enter', shift: false });
  const leave = (): void => {
    if (left.current) return;
    left.current = true;
    onLeave({ row: row.id, column: column.key }, key.current.by, key.current.shift);
  };
  const take = (change: RowChange): void => {
    if (left.current) return;
    if (!changesNothing(row, change)) onCommit(row.id, change);
    leave();
  };
  return {
    take,
    onKeyDown: (event: KeyboardEvent): void => {
      if (event.nativeEvent.isComposing || !isLeaveKey(event.key)) return;
      key.current = { by: event.key, shift: event.shiftKey };
      event.preventDefault();
      if (event.key === 'Escape') return leave();
      const option = optionOf(event.currentTarget, typed !== undefined);
      if (option) option.click();
      else if (typed) take(typed);
      else leave();
    },
    onBlur: (): void => {
      key.current = { by: 'blur', shift: false };
      leave();
    },
  };
}

const isLeaveKey = (key: string): key is 'Enter' | 'Tab' | 'Escape' =>
  key === 'Enter' || key === 'Tab' || key === 'Escape';

/** The option that Enter or Tab picks. */
function optionOf(input: Element, first: boolean): HTMLElement | null | undefined {
  const list = document.getElementById(input.getAttribute('aria-controls') ?? '');
  const marked = list?.querySelector<HTMLElement>('[data-combobox-selected]');
  return marked ?? (first ? list?.querySelector('[data-combobox-option]:not([data-combobox-disabled])') : undefined);
}
