import { useRef, type KeyboardEvent, type RefObject } from 'react';
import { useTakeOnClose } from '../edits/use-take-on-close.ts';
import type { CellEditorProps } from './cell-editor-props.ts';
import type { LeftBy } from './use-sheet-cursor.ts';
import { changesNothing } from '../rows/cell-values.ts';
import type { BatchRowEdit } from '@courierdesk/contract/batches';

/** Text in the editor, and the change it means; undefined if it means none. */
type TypedText = {
  readonly change: BatchRowEdit | undefined;
  /** What Enter and Tab take where the first match would be a guess. */
  readonly onKey?: BatchRowEdit | undefined;
};

/**
 * Closes a list editor. Enter moves down and Tab sideways with the marked option, else `onKey`, else the first match, else
 * the change that the typed text means. A click elsewhere takes what the text means: a match that no one confirmed may be
 * wrong. Esc cancels.
 */
export function useListEditor(
  input: RefObject<HTMLInputElement | null>,
  { row, column, onCommit, onLeave }: CellEditorProps,
  typed: TypedText | undefined,
) {
  const left = useRef(false);
  const key = useRef<{ by: LeftBy; shift: boolean }>({ by: 'Enter', shift: false });
  const leave = (): void => {
    if (left.current) return;
    left.current = true;
    onLeave({ row: row.id, column: column.key }, key.current.by, key.current.shift);
  };
  const take = (change: BatchRowEdit | undefined): void => {
    if (left.current) return;
    if (!change || !changesNothing(row, change)) onCommit(row, change);
    leave();
  };
  const takeTyped = (): void => (typed ? take(typed.change) : leave());
  const onBlur = (): void => {
    key.current = { by: 'blur', shift: false };
    takeTyped();
  };
  useTakeOnClose(input, onBlur);
  return {
    take,
    onKeyDown: (event: KeyboardEvent): void => {
      if (event.nativeEvent.isComposing || !isLeaveKey(event.key)) return;
      key.current = { by: event.key, shift: event.shiftKey };
      event.preventDefault();
      if (event.key === 'Escape') return leave();
      const option = optionOf(event.currentTarget, typed !== undefined && !typed.onKey);
      if (option) option.click();
      else if (typed?.onKey) take(typed.onKey);
      else takeTyped();
    },
    onBlur,
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
