import type { BatchRow } from '@courierdesk/contract/batch';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useRef } from 'react';
import type { RowActions } from './row-actions.ts';
import type { Changes } from '../edits/row-edits.ts';
import type { BatchRun } from '../run/use-batch-run.ts';

/** Returns a stable object, so that rows do not re-render. */
export function useRowActions(now: {
  rows: ReadonlyMap<string, BatchRow>;
  change: (changes: Changes, revision?: number) => void;
  run: BatchRun;
  open: (row: string) => void;
}): RowActions {
  const navigate = useNavigate();
  const latest = useRef({ ...now, navigate });
  useEffect(() => {
    latest.current = { ...now, navigate };
  });
  return useMemo(
    () => ({
      change: (row, change) => latest.current.change({ [row.id]: change }, row.revision),
      accept: (row, { code, subject }) => latest.current.change({ [row]: { accept: [{ code, subject }] } }),
      leaveOut: (row, out) => latest.current.change({ [row]: { left_out: out } }),
      confirm: (row, which) => void latest.current.run.confirm([row], which),
      retry: (row) => void latest.current.run.retry([row]),
      merge: (rows) => {
        const ids = rows.flatMap((row) => latest.current.rows.get(row)?.store_order_id ?? []);
        void latest.current.navigate({ to: '/dashboard/merge-orders', search: { 'ids[]': ids } });
      },
      showShipment: (id) => void latest.current.navigate({ to: '/dashboard/post-booking', search: { id } }),
      open: (row) => latest.current.open(row),
    }),
    [],
  );
}
