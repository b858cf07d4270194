import type { BatchRow } from '@courierdesk/contract/batch';
import { countText, formatCount } from '@courierdesk/contract/count-text';

export type SectionKey = 'look' | 'work' | 'ready' | 'left-out';
export type Section = { readonly key: SectionKey; readonly title: string; readonly rows: readonly BatchRow[] };

/**
 * The rows of a batch in sections: rows that need a person, in progress or done, ready, left out. `neededLook` are rows
 * that needed a look since the page opened; they stay in that section once fixed, so that rows do not move while
 * someone works on them. `held` is the row being edited; it moves when the person leaves it.
 */
export function batchSections(rows: Iterable<BatchRow>, neededLook: ReadonlySet<string>, held?: string): Section[] {
  const parts: Record<SectionKey, BatchRow[]> = { look: [], work: [], ready: [], 'left-out': [] };
  for (const row of rows) parts[sectionOf(row, neededLook, held)].push(row);
  parts.look.sort((a, b) => urgency(a) - urgency(b) || a.position - b.position);
  const sections: Section[] = [
    { key: 'look', title: lookTitle(parts.look), rows: parts.look },
    { key: 'work', title: workTitle(parts.work), rows: parts.work },
    {
      key: 'ready',
      title: `${formatCount(parts.ready.filter((row) => !needsLook(row)).length)} ready`,
      rows: parts.ready,
    },
    { key: 'left-out', title: `${formatCount(parts['left-out'].length)} left out`, rows: parts['left-out'] },
  ];
  return sections.filter((section) => section.rows.length > 0);
}

/** Whether a row needs a person. */
export const needsLook = (row: BatchRow): boolean =>
  row.state === 'failed' ||
  row.state === 'changed' ||
  row.state === 'uncertain' ||
  (row.state === 'draft' && !row.ready);

/** Whether its cells can be changed. */
export const isEditable = ({ state }: BatchRow): boolean =>
  state === 'draft' || state === 'failed' || state === 'changed';

function sectionOf(row: BatchRow, neededLook: ReadonlySet<string>, held: string | undefined): SectionKey {
  if (row.state === 'draft' && row.id === held && !neededLook.has(row.id)) return 'ready';
  if (needsLook(row)) return 'look';
  if (row.state === 'left-out') return 'left-out';
  if (row.state !== 'draft') return 'work';
  return neededLook.has(row.id) ? 'look' : 'ready';
}

const urgency = ({ state }: BatchRow): number => (state === 'draft' ? 1 : 0);

function lookTitle(rows: readonly BatchRow[]): string {
  const counted = (states: readonly BatchRow['state'][], word: string): string[] => {
    const found = rows.filter((row) => states.includes(row.state) && needsLook(row)).length;
    return found > 0 ? [`${formatCount(found)} ${word}`] : [];
  };
  const drafts = rows.filter((row) => row.state === 'draft' && !row.ready).length;
  const parts = [
    ...counted(['failed'], 'not booked'),
    ...counted(['changed'], 'changed in the store'),
    ...counted(['uncertain'], 'not certain'),
    ...(drafts > 0 ? [`${countText(drafts, 'needs', 'need')} a look`] : []),
  ];
  return parts.length > 0 ? parts.join(', ') : 'All fixed';
}

function workTitle(rows: readonly BatchRow[]): string {
  const booked = rows.filter((row) => row.state === 'booked').length;
  const rest = rows.length - booked;
  if (rest === 0) return `${formatCount(booked)} booked`;
  return booked > 0
    ? `${formatCount(booked)} booked, ${formatCount(rest)} under way`
    : `${formatCount(rest)} under way`;
}
