import type { AccountChoice } from '@courierdesk/contract/courier-accounts';
import { IconChevronRight } from '@tabler/icons-react';
import type { Dispatch, SetStateAction } from 'react';
import { useRowSelection } from '../../../ui/table/use-row-selection.ts';
import type { Changes } from '../edits/row-edits.ts';
import { isEditable } from '../rows/batch-sections.ts';
import { ProgressiveRows } from '../rows/progressive-rows.tsx';
import type { RowActions } from '../rows/row-actions.ts';
import { sheetColumns } from '../rows/sheet-columns.ts';
import type { ShownSection } from '../rows/use-sections.ts';
import type { WhySkipped } from './pasted-changes.ts';
import { pressSheetKey } from './press-sheet-key.ts';
import { sheetCells, startOf } from './sheet-cells.ts';
import { copyCell, pasteCells } from './sheet-clipboard.ts';
import { SheetHead } from './sheet-head.tsx';
import { SheetRow } from './sheet-row.tsx';
import styles from './sheet.module.css';
import { useRowCallbacks } from './use-row-callbacks.ts';
import { useSheetCursor, type ActiveCell } from './use-sheet-cursor.ts';
import { useSheetFocus } from './use-sheet-focus.ts';

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
  onChange: (changes: Changes, revision?: number) => void;
  onUndo: () => void;
  /** A reason for each pasted or typed value that was not taken. */
  onSkipped: (skipped: readonly WhySkipped[]) => void;
  actions: RowActions;
}) {
  const { onChange, onUndo, onSkipped } = props;
  const rows = props.sections.flatMap((section) => (section.open ? section.rows : []));
  const rowIds = rows.map((row) => row.id);
  const indexOf = new Map(rowIds.map((id, index) => [id, index]));
  const cells = sheetCells(rows);
  const cursor = useSheetCursor(rowIds, startOf(rows));
  const selectable = rows.filter((row) => isEditable(row) || row.state === 'left-out').map((row) => row.id);
  const checkboxes = useRowSelection(selectable, { selected: props.selected, onChange: props.onSelect });
  const first = rowIds[0];
  const current: ActiveCell | undefined = cursor.active ?? (first ? { row: first, column: 'order' } : undefined);
  const focus = useSheetFocus(cells, cursor, props.onWorkOn);
  const callbacks = useRowCallbacks({ cursor, checkboxes, onChange, onSkipped });

  return (
    <div className={styles.scroll} data-states={props.states || undefined}>
      <div
        role="grid"
        aria-label={props.label}
        aria-rowcount={rows.length + 1}
        aria-colcount={sheetColumns.length}
        aria-multiselectable
        tabIndex={-1}
        className={styles.sheet}
        onKeyDown={(event) => pressSheetKey(event, { cells, cursor, current, checkboxes, onChange, onUndo })}
        onPaste={(event) => pasteCells(event, cells, props)}
        onCopy={(event) => copyCell(event, cells, props.accounts)}
        {...focus}
      >
        <SheetHead states={props.states} checkboxes={checkboxes} />
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
                    actions={props.actions}
                    {...callbacks}
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
