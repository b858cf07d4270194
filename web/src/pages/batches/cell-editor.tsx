import type { BatchRow } from '@courierdesk/contract/batches';
import type { AccountChoice } from '@courierdesk/contract/courier-accounts';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { AccountEditor } from './account-editor.tsx';
import { changeOf, isSame, textOf } from './cell-values.ts';
import { CityEditor } from './city-editor.tsx';
import type { RowChange } from './row-edits.ts';
import type { SheetColumn } from './sheet-columns.ts';
import type { ActiveCell } from './use-sheet-cursor.ts';
import styles from './sheet.module.css';

export type LeaveKey = 'Enter' | 'Tab' | 'Escape' | 'blur';

export type EditorProps = {
  row: BatchRow;
  column: Extract<SheetColumn, { field: string }>;
  accounts: readonly AccountChoice[];
  /** What was typed to begin with; it replaces what stood there. */
  typed: string | undefined;
  onCommit: (row: string, change: RowChange | undefined) => void;
  onLeave: (cell: ActiveCell, by: LeaveKey, shift: boolean) => void;
};

export function CellEditor(props: EditorProps) {
  if (props.column.editor === 'city') return <CityEditor {...props} />;
  if (props.column.editor === 'account') return <AccountEditor {...props} />;
  return <TextEditor {...props} />;
}

/** Enter and Tab take what is typed and go on, Esc leaves what stood there, a click elsewhere takes it too. */
function TextEditor({ row, column, accounts, typed, onCommit, onLeave }: EditorProps) {
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const left = useRef(false);
  const before = textOf(row, column.field, accounts);
  useEffect(() => {
    const element = input.current;
    element?.focus();
    if (typed === undefined) element?.select();
    else element?.setSelectionRange(typed.length, typed.length);
  }, [typed]);

  const leave = (by: LeaveKey, shift: boolean): void => {
    if (left.current) return;
    left.current = true;
    const text = input.current?.value ?? before;
    if (by !== 'Escape' && text !== before) {
      const change = changeOf(column.field, text, accounts);
      if (change && !isSame(row, change)) onCommit(row.id, change);
    }
    onLeave({ row: row.id, column: column.key }, by, shift);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key } = event;
    if (event.nativeEvent.isComposing || (key !== 'Enter' && key !== 'Tab' && key !== 'Escape')) return;
    event.preventDefault();
    leave(key, event.shiftKey);
  };
  const shared = {
    ref: input,
    className: styles.editor,
    defaultValue: typed ?? before,
    'aria-label': `${column.title} of ${row.order_name}`,
    dir: 'auto',
    autoComplete: 'off',
    onKeyDown,
    onBlur: () => leave('blur', false),
  };
  if (column.editor === 'text') return <textarea {...shared} rows={3} data-long />;
  return (
    <input
      {...shared}
      type="text"
      inputMode={column.editor === 'number' ? 'decimal' : column.field === 'consignee_phone' ? 'tel' : undefined}
    />
  );
}
