import * as z from 'zod';
import { stored } from '../../../lib/stored.ts';
import { batchEditsKey } from '../../../lib/stored-session.ts';
import { hasEdits, type Edits } from './row-edits.ts';

/** One person's unsaved edits to one batch, stored in this browser until they are saved, or the person signs out. */
export function storedEdits(batchId: string, userId: string) {
  const kept = stored('local', batchEditsKey(userId, batchId), z.custom<Edits>(isEdits));
  return {
    read: (): Edits => kept.read() ?? {},
    write: (edits: Edits): void => (hasEdits(edits) ? kept.write(edits) : kept.remove()),
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
