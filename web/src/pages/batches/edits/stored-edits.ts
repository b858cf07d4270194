import { batchEditsKey } from '../../../lib/stored-session.ts';
import type { Edits } from './row-edits.ts';

/** One person's unsaved edits to one batch, stored in this browser until they are saved, or the person signs out. */
export function storedEdits(batchId: string, userId: string) {
  const key = batchEditsKey(userId, batchId);
  return {
    read: (): Edits => {
      try {
        const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
        return isEdits(kept) ? kept : {};
      } catch {
        return {};
      }
    },
    write: (edits: Edits): void => {
      if (Object.keys(edits).length > 0) localStorage.setItem(key, JSON.stringify(edits));
      else localStorage.removeItem(key);
    },
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const isEdits = (value: unknown): value is Edits =>
  isRecord(value) &&
  Object.values(value).every((edit) => isRecord(edit) && typeof edit['revision'] === 'number' && isRecord(edit['set']));
