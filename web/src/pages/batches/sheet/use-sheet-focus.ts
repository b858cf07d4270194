import { useEffect, useRef, type Dispatch, type FocusEvent, type MouseEvent, type SetStateAction } from 'react';
import { isControl, isEditor, type SheetCells } from './sheet-cells.ts';
import type { ActiveCell, SheetCursor } from './use-sheet-cursor.ts';

/** Follows focus and clicks: the props of the grid. A click on the focused cell edits it. */
export function useSheetFocus(
  cells: SheetCells,
  cursor: SheetCursor,
  onWorkOn: Dispatch<SetStateAction<string | undefined>>,
) {
  const grid = useRef<HTMLDivElement>(null);
  const pressedOn = useRef<ActiveCell>(undefined);

  // The sheet itself gets the focus, and no cell: a stray key or a scan must not start an edit.
  useEffect(() => {
    if (document.activeElement === document.body) grid.current?.focus({ preventScroll: true });
  }, []);

  return {
    ref: grid,
    onMouseDown: (): void => {
      pressedOn.current = cells.cellOf(document.activeElement);
    },
    onClick: (event: MouseEvent): void => {
      const cell = cells.cellOf(event.target);
      const before = pressedOn.current;
      if (!cell || isEditor(event.target) || isControl(event.target)) return;
      if (before?.row === cell.row && before.column === cell.column && cells.editableAt(cell)) cursor.edit(cell);
    },
    onFocus: (event: FocusEvent): void => {
      const cell = cells.cellOf(event.target);
      if (!cell) return;
      cursor.arrived(cell);
      onWorkOn(isEditor(event.target) ? cell.row : (row) => (row === cell.row ? row : undefined));
    },
    onBlur: (event: FocusEvent): void => {
      // Also on the way to another cell. Otherwise the closing editor would take the focus back from it.
      cursor.left();
      if (!cells.cellOf(event.relatedTarget)) onWorkOn(undefined);
    },
  };
}
