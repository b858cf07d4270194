import type { BatchRow } from '@courierdesk/contract/batches';
import { useMemo, useState } from 'react';
import { batchSections, needsLook, type Section, type SectionKey } from './batch-sections.ts';

export type ShownSection = Section & { readonly open: boolean; readonly onToggle: () => void };

/** The sections and which of them are open: what needs a look always, the ready ones while nothing does. */
export function useSections(rows: ReadonlyMap<string, BatchRow>): ShownSection[] {
  const [raised, setRaised] = useState<ReadonlySet<string>>(new Set());
  const [toggled, setToggled] = useState<Partial<Record<SectionKey, boolean>>>({});
  const risen = [...rows.values()].filter((row) => needsLook(row) && !raised.has(row.id));
  if (risen.length > 0) setRaised(new Set([...raised, ...risen.map((row) => row.id)]));
  return useMemo(() => {
    const sections = batchSections(rows.values(), raised);
    const looking = sections.some((section) => section.key === 'look');
    const usual: Record<SectionKey, boolean> = { look: true, work: true, ready: !looking, 'left-out': false };
    return sections.map((section) => {
      const open = toggled[section.key] ?? usual[section.key];
      return { ...section, open, onToggle: () => setToggled((now) => ({ ...now, [section.key]: !open })) };
    });
  }, [rows, raised, toggled]);
}
