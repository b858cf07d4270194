import type { BatchRow } from '@courierdesk/contract/batch';
import type { BatchRowEdit } from '@courierdesk/contract/batches';
import { ApiError } from '../../../lib/failures.ts';
import { sharedState } from '../../../lib/shared-state.ts';
import {
  cellsOf,
  hasEdits,
  nextToSend,
  shownIn,
  withChanges,
  withoutSaved,
  withSent,
  type Changes,
  type Edits,
} from './row-edits.ts';

const saveAfterMs = 500;
const retryMs = [2_000, 4_000, 8_000, 15_000];

export type RefusedEdit = { row_id: string; field: string; msg: string };

type SaverState = {
  readonly edits: Edits;
  /** `waiting`: the last attempt failed and will be retried. */
  readonly state: 'saved' | 'saving' | 'waiting';
};

export type EditsSaver = ReturnType<typeof editsSaver>;

/**
 * Saves edits half a second after the last key, one request at a time. Unsaved edits survive a reload and are retried
 * until saved or until the session ends; then the next sign-in finds them. Edits that the server refuses are reported
 * and dropped.
 */
export function editsSaver(options: {
  send: (rows: { id: string; revision: number; set: BatchRowEdit }[]) => Promise<{
    rows: readonly BatchRow[];
    refused: readonly RefusedEdit[];
  }>;
  /** The newest row that the page knows, without unsaved edits. */
  rowOf: (row: string) => BatchRow | undefined;
  onRefused: (refused: readonly RefusedEdit[]) => void;
  /** The server rejected the whole request. */
  onLost: (error: ApiError) => void;
  kept: { read: () => Edits; write: (edits: Edits) => void };
}) {
  const known = options.kept.read();
  const current = sharedState<SaverState>({ edits: known, state: hasEdits(known) ? 'saving' : 'saved' });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sending: Promise<void> | undefined;
  /** What this person's last save of a cell left in it. */
  const saved = new Map<string, unknown>();
  let failures = 0;

  const set = (next: SaverState): void => {
    if (next.edits !== current.read().edits) options.kept.write(next.edits);
    current.write(next);
  };

  const schedule = (ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void send().catch(() => undefined), ms);
  };

  const send = (): Promise<void> => {
    clearTimeout(timer);
    sending ??= sendOnce().finally(() => {
      sending = undefined;
    });
    return sending;
  };

  const sendOnce = async (): Promise<void> => {
    const sent = nextToSend(current.read().edits);
    if (!hasEdits(sent)) return;
    const edits = withSent(current.read().edits, sent);
    current.write({ ...current.read(), edits });
    // A logout removes what is stored, and closes the page, which sends its edits.
    if (hasEdits(options.kept.read())) options.kept.write(edits);
    try {
      const rows = Object.entries(sent).map(([id, edit]) => ({ id, revision: edit.revision, set: edit.set }));
      const reply = await options.send(rows);
      failures = 0;
      remember(sent, reply);
      // What was typed since into a row with a refused cell is also based on what the person saw before.
      const taken = reply.rows.filter(({ id }) => !reply.refused.some((refusal) => refusal.row_id === id));
      settle(withoutSaved(current.read().edits, sent, taken));
      if (reply.refused.length > 0) options.onRefused(reply.refused);
    } catch (error) {
      if (error instanceof ApiError && isFinal(error)) {
        settle(withoutSaved(current.read().edits, sent, []));
        options.onLost(error);
      } else {
        set({ ...current.read(), state: 'waiting' });
        if (!isSignedOut(error)) schedule(retryMs[Math.min(failures, retryMs.length - 1)] ?? 0);
        failures += 1;
      }
      throw error;
    }
  };

  const remember = (sent: Edits, reply: { rows: readonly BatchRow[]; refused: readonly RefusedEdit[] }): void => {
    for (const row of reply.rows)
      for (const name of cellsOf(sent[row.id]?.set ?? {}))
        if (!reply.refused.some(({ row_id, field }) => row_id === row.id && (field === name || field === '')))
          saved.set(`${row.id} ${name}`, shownIn(row, name));
  };

  /** Whether no one else changed the cell since this person did, as far as the page knows. */
  const isOwn = (id: string, name: string): boolean => {
    const row = options.rowOf(id);
    const unsaved = current.read().edits[id]?.set ?? {};
    return name in unsaved || (row !== undefined && saved.get(`${id} ${name}`) === shownIn(row, name));
  };

  const change = (changes: Changes, revision?: number): void => {
    const revisionOf = (row: string): number | undefined => revision ?? options.rowOf(row)?.revision;
    set({ edits: withChanges(current.read().edits, changes, revisionOf), state: 'saving' });
    schedule(saveAfterMs);
  };

  const settle = (edits: Edits): void => {
    set({ edits, state: hasEdits(edits) ? 'saving' : 'saved' });
    if (hasEdits(edits)) schedule(saveAfterMs);
  };

  if (hasEdits(known)) schedule(0);

  return {
    read: current.read,
    subscribe: current.subscribe,
    /** The changes were made on the newest rows, or on this `revision`. */
    change,
    /** Makes changes that undo earlier ones, except in rows where someone else changed such a cell since. Returns how many. */
    undo: (changes: Changes): number => {
      const all = Object.entries(changes);
      const own = all.filter(([row, undone]) => cellsOf(undone).every((name) => isOwn(row, name)));
      if (own.length > 0) change(Object.fromEntries(own));
      return all.length - own.length;
    },
    /** Saves all edits made so far. Throws if that fails. */
    flush: async (): Promise<void> => {
      while (hasEdits(current.read().edits)) await send();
    },
    /** Retries at once, for example when the connection returns. */
    wake: (): void => {
      if (hasEdits(current.read().edits)) schedule(0);
    },
  };
}

/** Whether only a new sign-in helps. */
const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

/** Whether the server will never take the request. */
const isFinal = ({ status }: ApiError): boolean =>
  status >= 400 && status < 500 && status !== 401 && status !== 408 && status !== 429;
