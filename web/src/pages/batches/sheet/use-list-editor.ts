import { useRef, type KeyboardEvent } from 'react';
import type { CellEditorProps, LeaveKey } from './cell-editor-props.ts';
import { isSame } from '../rows/cell-values.ts';
import type { RowChange } from '../edits/row-edits.ts';

/**
 * How an editor with a list is left: Enter goes down and Tab to the side, with the option that is marked, else with the
 * first one that what was typed has left, else with `typed`, what it means without the list. Esc takes nothing.
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
    if (!isSame(row, change)) onCommit(row.id, change);
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

/** The option of the open list that is meant. */
function optionOf(input: Element, first: boolean): HTMLElement | null | undefined {
  const list = document.getElementById(input.getAttribute('aria-controls') ?? '');
  const marked = list?.querySelector<HTMLElement>('[data-combobox-selected]');
  return marked ?? (first ? list?.querySelector('[data-combobox-option]:not([data-combobox-disabled])') : undefined);
}
