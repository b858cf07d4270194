import * as z from 'zod';
import { stored } from '../../../lib/stored.ts';
import { batchEditsKey } from '../../../lib/stored-session.ts';
import { hasEdits, type Edits } from './row-edits.ts';

/**
 * One person's unsaved edits to one batch, stored in this browser until they are saved, or the person signs out. The batch may
 * be open in several tabs: writing replaces only the rows that this tab has read or written.
 */
export function storedEdits(batchId: string, userId: string) {
  const kept = stored('local', batchEditsKey(userId, batchId), z.custom<Edits>(isEdits));
  const read = (): Edits => kept.read() ?? {};
  let own = read();
  return {
    read,
    write: (edits: Edits): void => {
      const ofOtherTabs = Object.entries(read()).filter(([row]) => !(row in own));
      const all = { ...Object.fromEntries(ofOtherTabs), ...edits };
      own = edits;
      if (hasEdits(all)) kept.write(all);
      else kept.remove();
    },
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const isEdits = (value: unknown): boolean =>
  isRecord(value) &&
  Object.values(value).every(
    (edit) =>
      isRecord(edit) &&
      typeof edit['revision'] === 'number' &&
      isRecord(edit['set']) &&
      (edit['sent'] === undefined || isRecord(edit['sent'])),
  );
