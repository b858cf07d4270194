import { useCallback, useEffect, useRef, useState } from 'react';
import { cellId, sheetColumns, type SheetColumn } from '../rows/sheet-columns.ts';
import { positionAfterEdit, type CellPosition } from './sheet-keys.ts';

export type ActiveCell = { readonly row: string; readonly column: SheetColumn['key'] };
/** A cell being edited. `typed` is the start of its new value. */
export type Editing = { readonly typed?: string | undefined };

/** How a person left an editor. */
export type LeftBy = 'Enter' | 'Tab' | 'Escape' | 'blur';

export type SheetCursor = ReturnType<typeof useSheetCursor>;

/** Tracks the focused cell and whether it is edited. Tab or an arrow key enters the sheet at `start`. */
export function useSheetCursor(rowIds: readonly string[], start: ActiveCell | undefined) {
  const [active, setActive] = useState(start);
  const [editing, setEditing] = useState<Editing>();
  const toFocus = useRef<ActiveCell>(undefined);
  const within = useRef(false);

  useEffect(() => {
    const target = toFocus.current;
    toFocus.current = undefined;
    if (target) focusCell(target, true);
    // A row that moved to another section lost the focus without a blur.
    else if (active && within.current && document.activeElement === document.body) focusCell(active, false);
  });

  const positionOf = (cell: ActiveCell): CellPosition => ({
    row: rowIds.indexOf(cell.row),
    column: sheetColumns.findIndex((column) => column.key === cell.column),
  });
  const cellAt = (place: CellPosition): ActiveCell | undefined => {
    const row = rowIds[place.row];
    const column = sheetColumns[place.column];
    return row !== undefined && column ? { row, column: column.key } : undefined;
  };
  const goTo = (place: CellPosition): void => {
    const cell = cellAt(place);
    if (!cell) return;
    toFocus.current = cell;
    setEditing(undefined);
    setActive(cell);
  };

  return {
    active: active && rowIds.includes(active.row) ? active : undefined,
    editing,
    size: { rows: rowIds.length, columns: sheetColumns.length },
    positionOf,
    goTo,
    /** A cell got the focus by click or Tab. */
    arrived: useCallback((cell: ActiveCell): void => {
      within.current = true;
      setActive((before) => (before?.row === cell.row && before.column === cell.column ? before : cell));
    }, []),
    left: useCallback((): void => {
      within.current = false;
    }, []),
    edit: useCallback((cell: ActiveCell, typed?: string): void => {
      setActive(cell);
      setEditing({ typed });
    }, []),
    /** Returns from the editor to its cell, or to the next one. */
    leaveEditor: (cell: ActiveCell, by: LeftBy, shift: boolean): void => {
      if (by === 'blur') return setEditing(undefined);
      goTo(
        by === 'Escape'
          ? positionOf(cell)
          : positionAfterEdit(by, shift, positionOf(cell), { rows: rowIds.length, columns: sheetColumns.length }),
      );
    },
  };
}

const focusCell = ({ row, column }: ActiveCell, scroll: boolean): void =>
  document.getElementById(cellId(row, column))?.focus({ preventScroll: !scroll });
