import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, ConnectionError } from '../../../lib/failures.ts';
import type { Edits } from './row-edits.ts';
import { editsSaver, type RefusedEdit } from './edits-saver.ts';
import { aRow } from './batch-row.testing.ts';

const { id } = aRow();

function saverWith(answers: (() => unknown)[], refused: readonly RefusedEdit[] = []) {
  const kept: { edits: Edits } = { edits: {} };
  const sent: unknown[] = [];
  const reported: string[] = [];
  const start = () =>
    editsSaver({
      send: async (rows) => {
        sent.push(rows);
        answers.shift()?.();
        return { rows: [aRow({ revision: 4 })], refused };
      },
      revisionOf: () => 3,
      onRefused: () => reported.push('refused'),
      onLost: (error) => reported.push(error.message),
      kept: { read: () => kept.edits, write: (edits) => void (kept.edits = edits) },
    });
  return { start, kept, sent, reported };
}

const fail = (error: Error) => (): never => {
  throw error;
};

describe('saving what is typed', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('saving what is typed sends it in one request when the person pauses', async () => {
    const { start, sent } = saverWith([]);
    const saver = start();
    saver.change({ [id]: { remarks: 'a' } });
    saver.change({ [id]: { remarks: 'ab', weight: 9 } });
    expect(saver.read().state).toBe('saving');
    await vi.advanceTimersByTimeAsync(600);
    expect(sent).toEqual([[{ id, revision: 3, set: { remarks: 'ab', weight: 9 } }]]);
    expect(saver.read()).toEqual({ edits: {}, state: 'saved' });
  });

  it('saving what is typed sends the revision that the person saw, also when the row has a newer one', async () => {
    const { start, sent } = saverWith([]);
    start().change({ [id]: { remarks: 'a' } }, 2);
    await vi.advanceTimersByTimeAsync(600);
    expect(sent).toEqual([[{ id, revision: 2, set: { remarks: 'a' } }]]);
  });

  it('saving what is typed keeps it while there is no connection, and sends it again automatically', async () => {
    const { start, sent, kept } = saverWith([fail(new ConnectionError(true)), fail(new ConnectionError(true))]);
    const saver = start();
    saver.change({ [id]: { remarks: 'a' } });
    await vi.advanceTimersByTimeAsync(600);
    expect(saver.read().state).toBe('waiting');
    expect(kept.edits[id]?.set).toEqual({ remarks: 'a' });
    await vi.advanceTimersByTimeAsync(7_000);
    expect(sent).toHaveLength(3);
    expect(saver.read().state).toBe('saved');
    expect(kept.edits).toEqual({});
  });

  it('saving what is typed sends a request without an answer again as it was, and then what was typed since', async () => {
    const { start, sent } = saverWith([fail(new ConnectionError(true))]);
    const saver = start();
    saver.change({ [id]: { remarks: 'a' } });
    await vi.advanceTimersByTimeAsync(600);
    saver.change({ [id]: { remarks: 'ab' } });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(sent).toEqual([
      [{ id, revision: 3, set: { remarks: 'a' } }],
      [{ id, revision: 3, set: { remarks: 'a' } }],
      [{ id, revision: 4, set: { remarks: 'ab' } }],
    ]);
    expect(saver.read().state).toBe('saved');
  });

  it('saving what is typed leaves what was typed since based on what the person saw, if someone else changed the cell', async () => {
    const theirs = { row_id: id, field: 'remarks', msg: 'Someone else just changed this cell.' };
    const { start, sent } = saverWith([fail(new ConnectionError(true))], [theirs]);
    const saver = start();
    saver.change({ [id]: { remarks: 'a' } });
    await vi.advanceTimersByTimeAsync(600);
    saver.change({ [id]: { remarks: 'ab' } });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(sent.at(-1)).toEqual([{ id, revision: 3, set: { remarks: 'ab' } }]);
  });

  it('saving what is typed sends after a reload what could not be sent before', async () => {
    const { start, sent, kept } = saverWith([]);
    kept.edits = { [id]: { revision: 3, set: { remarks: 'a' } } };
    start();
    await vi.advanceTimersByTimeAsync(100);
    expect(sent).toHaveLength(1);
    expect(kept.edits).toEqual({});
  });

  it('saving what is typed tells what the server does not take, and does not send it for ever', async () => {
    const refusal = new ApiError(409, [{ msg: 'This batch was deleted', code: 'conflict' }], false, '');
    const { start, sent, reported } = saverWith([fail(refusal)]);
    const saver = start();
    saver.change({ [id]: { remarks: 'a' } });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toHaveLength(1);
    expect(reported).toEqual(['This batch was deleted']);
  });

  it('saving what is typed keeps it when the session has ended, and does not ask again', async () => {
    const ended = new ApiError(401, [{ msg: 'Please sign in', code: 'unauthorised' }], false, '');
    const { start, sent, kept, reported } = saverWith([fail(ended)]);
    const saver = start();
    saver.change({ [id]: { remarks: 'a' } });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toHaveLength(1);
    expect(reported).toEqual([]);
    expect(kept.edits[id]?.set).toEqual({ remarks: 'a' });
  });

  it('saving what is typed has all of it saved before the batch is booked, or says why not', async () => {
    const { start, sent } = saverWith([fail(new ConnectionError(true))]);
    const saver = start();
    saver.change({ [id]: { remarks: 'a' } });
    await expect(saver.flush()).rejects.toThrow('connection');
    await saver.flush();
    expect(sent).toHaveLength(2);
    expect(saver.read().state).toBe('saved');
  });
});
