import type { BatchRow } from '@courierdesk/contract/batch';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { BatchWithRows } from '../../../api/batches.ts';
import { useSharedState } from '../../../lib/shared-state.ts';
import { useUser } from '../../../session/use-session.ts';
import { batchEditsSaver } from './batch-edits-saver.ts';
import { applyEdit, undoOf, type Changes, type Edits } from './row-edits.ts';

export type RowEdits = ReturnType<typeof useRowEdits>;

/** The rows with this person's edits, and functions to change them. */
export function useRowEdits(known: BatchWithRows) {
  const { id } = known.batch;
  const user = useUser().id;
  const [saver] = useState(() => batchEditsSaver(id, user));
  const [touched, setTouched] = useState(false);
  useEffect(() => {
    addEventListener('online', saver.wake);
    return () => {
      removeEventListener('online', saver.wake);
      void saver.flush().catch(() => undefined);
    };
  }, [saver]);

  const { edits, state } = useSharedState(saver);
  const rows = useMemo(
    () => new Map([...known.rows].map(([rowId, row]) => [rowId, rowWithEdit(row, edits[rowId])])),
    [known.rows, edits],
  );
  const latest = useRef(rows);
  useEffect(() => {
    latest.current = rows;
  }, [rows]);

  const undone = useRef<Changes[]>([]);
  const change = useCallback(
    (changes: Changes, revision?: number): void => {
      const undo = undoOf(changes, (rowId) => latest.current.get(rowId));
      if (Object.keys(undo).length > 0) undone.current.push(undo);
      saver.change(changes, revision);
      setTouched(true);
    },
    [saver],
  );
  /** How many orders of the last change stay as someone else changed them since; undefined if there is nothing to undo. */
  const undo = useCallback((): number | undefined => {
    const last = undone.current.pop();
    return last && saver.undo(last);
  }, [saver]);

  return { rows, state, touched, unsaved: Object.keys(edits).length, change, undo, flush: saver.flush };
}

/** Keeps the same object for a row until the row or its edit changes, so that only changed rows re-render. */
const shownRows = new WeakMap<BatchRow, { edit: Edits[string]; shown: BatchRow }>();

function rowWithEdit(row: BatchRow, edit: Edits[string] | undefined): BatchRow {
  if (!edit) return row;
  const before = shownRows.get(row);
  if (before?.edit === edit) return before.shown;
  const shown = applyEdit(row, edit);
  shownRows.set(row, { edit, shown });
  return shown;
}
