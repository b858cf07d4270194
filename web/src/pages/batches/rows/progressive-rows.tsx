import type { BatchRow } from '@courierdesk/contract/batch';
import { startTransition, useEffect, useState, type ReactNode } from 'react';

const atOnce = 50;
const more = 100;

/** Renders the first screen of rows at once and the rest in steps, so that hundreds of rows do not block typing. */
export function ProgressiveRows({
  rows,
  renderRow,
}: {
  rows: readonly BatchRow[];
  renderRow: (row: BatchRow) => ReactNode;
}) {
  const [shown, setShown] = useState(atOnce);
  useEffect(() => {
    if (shown >= rows.length) return;
    const frame = requestAnimationFrame(() => startTransition(() => setShown(shown + more)));
    return () => cancelAnimationFrame(frame);
  }, [shown, rows.length]);
  return rows.slice(0, shown).map(renderRow);
}
