import { useEffect, useRef, type KeyboardEvent } from 'react';
import { useRowSeen } from '../edits/use-row-seen.ts';
import { useTakeOnClose } from '../edits/use-take-on-close.ts';
import { AccountEditor } from './account-editor.tsx';
import { changeOf, changesNothing, textOf } from '../rows/cell-values.ts';
import { CityEditor } from './city-editor.tsx';
import type { CellEditorProps } from './cell-editor-props.ts';
import type { LeftBy } from './use-sheet-cursor.ts';
import styles from './sheet.module.css';

export function CellEditor(props: CellEditorProps) {
  const { column, accounts } = props;
  const row = useRowSeen(props.row, true, (one) => textOf(one, column.field, accounts));
  if (column.editor === 'city')
    return <CityEditor {...props} row={row} accountId={props.row.fields.tracking_account} />;
  if (column.editor === 'account') return <AccountEditor {...props} row={row} />;
  return <TextEditor {...props} row={row} />;
}

/** Enter and Tab save and move on, Esc cancels, a click elsewhere saves. */
function TextEditor({ row, column, accounts, typed, onCommit, onLeave }: CellEditorProps) {
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const left = useRef(false);
  const before = textOf(row, column.field, accounts);
  useEffect(() => {
    const element = input.current;
    element?.focus();
    if (typed === undefined) element?.select();
    else element?.setSelectionRange(typed.length, typed.length);
  }, [typed]);

  const leave = (by: LeftBy, shift: boolean, text = input.current?.value ?? before): void => {
    if (left.current) return;
    left.current = true;
    if (by !== 'Escape' && text !== before) {
      const change = changeOf(column.field, text, accounts);
      if (change && !changesNothing(row, change)) onCommit(row, change);
    }
    onLeave({ row: row.id, column: column.key }, by, shift);
  };
  useTakeOnClose(input, ({ value }) => leave('blur', false, value));
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
