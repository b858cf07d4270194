import type { BatchRow } from '@courierdesk/contract/batch';
import type { AccountChoice } from '@courierdesk/contract/courier-accounts';
import { Checkbox } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import {
  useCallback,
  useEffect,
  useRef,
  type ClipboardEvent,
  type Dispatch,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type SetStateAction,
} from 'react';
import { parseCopiedCells } from '../../../lib/parse-copied-cells.ts';
import { pressEscape } from '../../../lib/scans.ts';
import { useRowSelection } from '../../../ui/table/use-row-selection.ts';
import { isEditable } from '../rows/batch-sections.ts';
import { textOf } from '../rows/cell-values.ts';
import { pastedChanges } from './pasted-changes.ts';
import type { Changes, RowChange } from '../edits/row-edits.ts';
import type { RowActions } from '../rows/row-actions.ts';
import { ProgressiveRows } from '../rows/progressive-rows.tsx';
import { SheetRow } from './sheet-row.tsx';
import { hasIssue, sheetColumns, type SheetColumn } from '../rows/sheet-columns.ts';
import { isTyped, positionAfterKey } from './sheet-keys.ts';
import type { ShownSection } from '../rows/use-sections.ts';
import { useSheetCursor, type ActiveCell } from './use-sheet-cursor.ts';
import styles from './sheet.module.css';

/** A grid with one row per order. Cells are edited in place, with a spreadsheet's keys and pasting. */
export function Sheet(props: {
  label: string;
  sections: readonly ShownSection[];
  accounts: readonly AccountChoice[];
  /** Whether booking has started, so that rows have a state. */
  states: boolean;
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
  /** The row being edited. */
  onWorkOn: Dispatch<SetStateAction<string | undefined>>;
  onChange: (changes: Changes) => void;
  onUndo: () => void;
  /** The number of pasted or typed values that were not taken. */
  onSkipped: (count: number) => void;
  actions: RowActions;
}) {
  const rows = props.sections.flatMap((section) => (section.open ? section.rows : []));
  const rowIds = rows.map((row) => row.id);
  const indexOf = new Map(rowIds.map((id, index) => [id, index]));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const cursor = useSheetCursor(rowIds, startOf(rows));
  const selectable = rows.filter((row) => isEditable(row) || row.state === 'left-out').map((row) => row.id);
  const marks = useRowSelection(selectable, { selected: props.selected, onChange: props.onSelect });
  const grid = useRef<HTMLDivElement>(null);
  const pressedOn = useRef<ActiveCell>(undefined);
  const first = rowIds[0];
  const current: ActiveCell | undefined = cursor.active ?? (first ? { row: first, column: 'order' } : undefined);

  const cellOf = (target: EventTarget | null): ActiveCell | undefined => {
    const element = target instanceof Element ? target.closest<HTMLElement>('[data-cell]') : null;
    const [row = '', key = ''] = element?.dataset['cell']?.split(':') ?? [];
    const column = sheetColumns.find((one) => one.key === key);
    return column && byId.has(row) ? { row, column: column.key } : undefined;
  };
  const editableAt = (cell: ActiveCell): (SheetColumn & { field: string }) | undefined => {
    const row = byId.get(cell.row);
    const column = sheetColumns.find((one) => one.key === cell.column);
    return row && isEditable(row) && column?.field !== undefined ? column : undefined;
  };

  // The sheet itself gets the focus, and no cell: a stray key or a scan must not start an edit.
  useEffect(() => {
    if (document.activeElement === document.body) grid.current?.focus({ preventScroll: true });
  }, []);

  const enter = (event: KeyboardEvent): void => {
    if (!current || !event.key.startsWith('Arrow')) return;
    cursor.goTo(cursor.positionOf(current));
    event.preventDefault();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.target === event.currentTarget) return enter(event);
    const cell = cellOf(event.target);
    if (!cell || isEditor(event.target) || event.altKey || event.nativeEvent.isComposing) return;
    const pressed = { key: event.key, mod: event.ctrlKey || event.metaKey, shift: event.shiftKey };
    const next = positionAfterKey(pressed, cursor.positionOf(cell), cursor.size);
    const handled = ((): boolean => {
      if (next) return (cursor.goTo(next), true);
      if (pressed.mod && event.key.toLowerCase() === 'z') return (props.onUndo(), true);
      if (event.key === ' ' && event.shiftKey) return (marks?.toggle(cell.row, false), true);
      if (pressed.mod || isControl(event.target)) return false;
      const column = editableAt(cell);
      if (column && (event.key === 'Enter' || event.key === 'F2')) return (cursor.edit(cell), true);
      if (column && (event.key === 'Delete' || event.key === 'Backspace')) return (clear(cell, column), true);
      if (column && isTyped(pressed)) return (cursor.edit(cell, event.key), true);
      if (event.key === 'Enter' || event.key === ' ') return (activate(event.currentTarget, cell), true);
      return false;
    })();
    if (handled) event.preventDefault();
  };

  const clear = (cell: ActiveCell, column: SheetColumn): void => {
    if (column.field === undefined || column.field === 'tracking_account') return;
    const change: RowChange = { [column.field]: '' };
    props.onChange({ [cell.row]: column.field === 'destination_city' ? { ...change, destination_name: '' } : change });
  };

  const pasteAt = (cell: ActiveCell, text: string): void => {
    const { changes, skipped } = pastedChanges(parseCopiedCells(text), cell, rows, props.accounts);
    if (Object.keys(changes).length > 0) props.onChange(changes);
    if (skipped > 0) props.onSkipped(skipped);
  };
  const onPaste = (event: ClipboardEvent<HTMLDivElement>): void => {
    const cell = cellOf(event.target);
    const text = event.clipboardData.getData('text/plain');
    if (!cell || text === '') return;
    // One value pastes into the open editor; a range pastes over cells.
    if (isEditor(event.target) && parseCopiedCells(text).flat().length === 1) return;
    event.preventDefault();
    if (isEditor(event.target)) pressEscape(event.target);
    pasteAt(cell, text);
  };
  const onCopy = (event: ClipboardEvent<HTMLDivElement>): void => {
    const cell = cellOf(event.target);
    const row = cell && byId.get(cell.row);
    if (!row || isEditor(event.target) || (getSelection()?.toString() ?? '') !== '') return;
    const column = sheetColumns.find((one) => one.key === cell.column);
    event.clipboardData.setData(
      'text/plain',
      column?.field ? textOf(row, column.field, props.accounts) : row.order_name,
    );
    event.preventDefault();
  };

  const onMouseDown = (): void => {
    pressedOn.current = cellOf(document.activeElement);
  };
  const onClick = (event: MouseEvent): void => {
    const cell = cellOf(event.target);
    const before = pressedOn.current;
    if (!cell || isEditor(event.target) || isControl(event.target)) return;
    if (before?.row === cell.row && before.column === cell.column && editableAt(cell)) cursor.edit(cell);
  };
  const onFocus = (event: FocusEvent): void => {
    const cell = cellOf(event.target);
    if (!cell) return;
    cursor.arrived(cell);
    props.onWorkOn(isEditor(event.target) ? cell.row : (row) => (row === cell.row ? row : undefined));
  };
  const onBlur = (event: FocusEvent): void => {
    // Also on the way to another cell. Otherwise the closing editor would take the focus back from it.
    cursor.left();
    if (!cellOf(event.relatedTarget)) props.onWorkOn(undefined);
  };

  const { onChange, onSkipped } = props;
  const latest = useRef({ cursor, onChange, onSkipped, marks });
  useEffect(() => {
    latest.current = { cursor, onChange, onSkipped, marks };
  });
  const commit = useCallback((row: string, change: RowChange | undefined): void => {
    if (change) latest.current.onChange({ [row]: change });
    else latest.current.onSkipped(1);
  }, []);
  const leave = useCallback(
    (...leaving: Parameters<typeof cursor.leaveEditor>): void => latest.current.cursor.leaveEditor(...leaving),
    [],
  );
  const select = useCallback((row: string, extendRange: boolean): void => {
    latest.current.marks?.toggle(row, extendRange);
  }, []);

  return (
    <div className={styles.scroll} data-states={props.states || undefined}>
      <div
        ref={grid}
        role="grid"
        aria-label={props.label}
        aria-rowcount={rows.length + 1}
        aria-colcount={sheetColumns.length}
        aria-multiselectable
        tabIndex={-1}
        className={styles.sheet}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onCopy={onCopy}
        onMouseDown={onMouseDown}
        onClick={onClick}
        onFocus={onFocus}
        onBlur={onBlur}
      >
        <div role="rowgroup" className={styles.head}>
          <div role="row" aria-rowindex={1} className={styles.row}>
            {sheetColumns.map((column) => (
              <div
                key={column.key}
                role="columnheader"
                className={styles.title}
                data-align={'align' in column ? column.align : undefined}
              >
                {column.key === 'select' ? (
                  <Checkbox size="xs" aria-label="Select all orders shown" {...marks?.all} />
                ) : (
                  <span className={column.key === 'state' && !props.states ? 'visually-hidden' : undefined}>
                    {column.title}
                  </span>
                )}
              </div>
            ))}
          </div>
        </div>
        {props.sections.map((section) => (
          <div key={section.key} role="rowgroup" aria-label={section.title}>
            <div role="row" className={styles.section} data-key={section.key}>
              <div role="gridcell" aria-colspan={sheetColumns.length}>
                <button type="button" aria-expanded={section.open} onClick={section.onToggle}>
                  <IconChevronRight size={16} aria-hidden className={styles.chevron} />
                  {section.title}
                </button>
              </div>
            </div>
            {section.open && (
              <ProgressiveRows
                rows={section.rows}
                renderRow={(row) => (
                  <SheetRow
                    key={row.id}
                    row={row}
                    index={(indexOf.get(row.id) ?? 0) + 2}
                    accounts={props.accounts}
                    states={props.states}
                    active={current?.row === row.id ? current.column : undefined}
                    editing={cursor.active?.row === row.id ? cursor.editing : undefined}
                    selected={props.selected.has(row.id)}
                    onCommit={commit}
                    onLeave={leave}
                    onSelect={select}
                    actions={props.actions}
                  />
                )}
              />
            )}
          </div>
        ))}
      </div>
    </div>
  );
}

/** The first cell with an issue, or the first editable one. */
function startOf(rows: readonly BatchRow[]): ActiveCell | undefined {
  const row = rows.find((one) => isEditable(one));
  if (!row) return undefined;
  const column = sheetColumns.find((one) => one.field !== undefined && hasIssue(row, one.field));
  return { row: row.id, column: column?.key ?? 'consignee_name' };
}

const isEditor = (target: EventTarget): boolean =>
  target instanceof Element && target.matches('input:not([type=checkbox]), textarea');

const isControl = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('a, button, input') !== null;

/** Activates the cell's only control. */
const activate = (grid: Element, { row, column }: ActiveCell): void =>
  grid.querySelector<HTMLElement>(`[data-cell="${row}:${column}"] :is(a, button, input)`)?.click();
