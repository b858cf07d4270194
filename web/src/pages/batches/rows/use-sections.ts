import type { BatchRow } from '@courierdesk/contract/batch';
import { useDebouncedValue } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import { batchSections, needsLook, type Section, type SectionKey } from './batch-sections.ts';

export type ShownSection = Section & { readonly open: boolean; readonly onToggle: () => void };

/**
 * The sections and whether they are open. Rows that need a look are always open, ready rows if none needed a look when
 * the page opened. Nothing closes while someone works in it. `workedOn` is the row being edited or open.
 */
export function useSections(rows: ReadonlyMap<string, BatchRow>, workedOn: string | undefined): ShownSection[] {
  // If a row moved between mouse down and mouse up, the click would miss.
  const [workedOnJustNow] = useDebouncedValue(workedOn, 300);
  const held = workedOn ?? workedOnJustNow;
  const [neededLook, setNeededLook] = useState(
    () => new Set([...rows.values()].filter(needsLook).map((row) => row.id)),
  );
  const [usual] = useState<Record<SectionKey, boolean>>(() => ({
    look: true,
    work: true,
    ready: neededLook.size === 0,
    'left-out': false,
  }));
  const [toggled, setToggled] = useState<Partial<Record<SectionKey, boolean>>>({});
  const newlyNeedsLook = [...rows.values()].filter(
    (row) => needsLook(row) && row.id !== held && !neededLook.has(row.id),
  );
  if (newlyNeedsLook.length > 0) setNeededLook(new Set([...neededLook, ...newlyNeedsLook.map((row) => row.id)]));
  return useMemo(
    () =>
      batchSections(rows.values(), neededLook, held).map((section) => {
        const open = toggled[section.key] ?? usual[section.key];
        return { ...section, open, onToggle: () => setToggled((now) => ({ ...now, [section.key]: !open })) };
      }),
    [rows, neededLook, held, toggled, usual],
  );
}
