import { useCallback, useEffect, useRef } from 'react';
import type { RowCheckboxes } from '../../../ui/table/use-row-selection.ts';
import type { BatchRow } from '@courierdesk/contract/batch';
import type { BatchRowEdit } from '@courierdesk/contract/batches';
import type { Changes } from '../edits/row-edits.ts';
import type { WhySkipped } from './pasted-changes.ts';
import type { SheetCursor } from './use-sheet-cursor.ts';

/** What rows call. The functions stay the same, so that only rows that change are drawn again. */
export function useRowCallbacks(callbacks: {
  cursor: SheetCursor;
  checkboxes: RowCheckboxes | undefined;
  onChange: (changes: Changes, revision: number) => void;
  onSkipped: (skipped: readonly WhySkipped[]) => void;
}) {
  const latest = useRef(callbacks);
  useEffect(() => {
    latest.current = callbacks;
  });
  return {
    onCommit: useCallback((row: BatchRow, change: BatchRowEdit | undefined): void => {
      if (change) latest.current.onChange({ [row.id]: change }, row.revision);
      else latest.current.onSkipped(['account']);
    }, []),
    onLeave: useCallback((...leaving: Parameters<SheetCursor['leaveEditor']>): void => {
      latest.current.cursor.leaveEditor(...leaving);
    }, []),
    onSelect: useCallback((row: string, extendRange: boolean): void => {
      latest.current.checkboxes?.toggle(row, extendRange);
    }, []),
  };
}
