import type { BatchRow } from '@courierdesk/contract/batch';
import { useState } from 'react';

/**
 * The row that a person saw before typing into one of its cells. It stays the same while someone else changes this cell, so
 * that the server can tell that it was typed over another value.
 */
export function useRowSeen(row: BatchRow, typing: boolean, textOf: (row: BatchRow) => string): BatchRow {
  const [seen, setSeen] = useState(row);
  if (row === seen || (typing && textOf(row) !== textOf(seen))) return seen;
  setSeen(row);
  return row;
}
