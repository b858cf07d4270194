/** A cell by its row and column, both from 0. */
export type CellPosition = { readonly row: number; readonly column: number };
type SheetSize = { readonly rows: number; readonly columns: number };
type KeyPress = { readonly key: string; readonly mod: boolean; readonly shift: boolean };

const rowsOfAPage = 10;

/** The cell that a key moves to; undefined for other keys. Stops at the edges. */
export function positionAfterKey(
  { key, mod, shift }: KeyPress,
  at: CellPosition,
  size: SheetSize,
): CellPosition | undefined {
  const last: CellPosition = { row: size.rows - 1, column: size.columns - 1 };
  const to = (row: number, column: number): CellPosition => ({
    row: Math.max(0, Math.min(last.row, row)),
    column: Math.max(0, Math.min(last.column, column)),
  });
  if (shift) return undefined;
  switch (key) {
    case 'ArrowUp':
      return to(mod ? 0 : at.row - 1, at.column);
    case 'ArrowDown':
      return to(mod ? last.row : at.row + 1, at.column);
    case 'ArrowLeft':
      return to(at.row, mod ? 0 : at.column - 1);
    case 'ArrowRight':
      return to(at.row, mod ? last.column : at.column + 1);
    case 'Home':
      return to(mod ? 0 : at.row, 0);
    case 'End':
      return to(mod ? last.row : at.row, last.column);
    case 'PageUp':
      return to(at.row - rowsOfAPage, at.column);
    case 'PageDown':
      return to(at.row + rowsOfAPage, at.column);
    default:
      return undefined;
  }
}

/** The next cell after editing: down with Enter (up with Shift), sideways with Tab, across row ends. */
export function positionAfterEdit(
  key: 'Enter' | 'Tab',
  shift: boolean,
  at: CellPosition,
  size: SheetSize,
): CellPosition {
  const step = shift ? -1 : 1;
  if (key === 'Enter') return { ...at, row: Math.max(0, Math.min(size.rows - 1, at.row + step)) };
  const index = Math.max(0, Math.min(size.rows * size.columns - 1, at.row * size.columns + at.column + step));
  return { row: Math.floor(index / size.columns), column: index % size.columns };
}

/** Whether a key starts a new value, as in a spreadsheet. */
export const isTyped = ({ key, mod }: KeyPress): boolean => key.length === 1 && key !== ' ' && !mod;
