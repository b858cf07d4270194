import type { BatchRow } from '@courierdesk/contract/batch';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, ConnectionError } from '../../../lib/failures.ts';
import type { Edits } from './row-edits.ts';
import { editsSaver, type RefusedEdit } from './edits-saver.ts';
import { aRow } from '../../../api/batch-row.testing.ts';

const { id } = aRow();

function saverWith(answers: (() => unknown)[], refused: readonly RefusedEdit[] = []) {
  const kept: { edits: Edits } = { edits: {} };
  const sent: unknown[] = [];
  const reported: string[] = [];
  /** What the page shows, without unsaved edits. */
  const page = { row: aRow() };
  const start = () =>
    editsSaver({
      send: async (rows) => {
        sent.push(rows);
        answers.shift()?.();
        if (refused.length === 0) page.row = savedRow(page.row, rows[0]?.set.remarks);
        return { rows: [page.row], refused };
      },
      rowOf: () => page.row,
      onRefused: () => reported.push('refused'),
      onLost: (error) => reported.push(error.message),
      kept: { read: () => kept.edits, write: (edits) => void (kept.edits = edits) },
    });
  return { start, kept, sent, reported, page };
}

const savedRow = ({ revision, fields }: BatchRow, remarks = fields.remarks): BatchRow =>
  aRow({ revision: revision + 1, fields: { ...fields, remarks } });

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

  it('saving what is typed sends after a reload what was not answered as it was, and then what was typed since', async () => {
    const { start, sent, kept } = saverWith([fail(new ConnectionError(true))]);
    const saver = start();
    saver.change({ [id]: { remarks: 'a' } });
    await vi.advanceTimersByTimeAsync(600);
    saver.change({ [id]: { remarks: 'ab' } });
    vi.clearAllTimers();
    start();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sent.slice(1)).toEqual([
      [{ id, revision: 3, set: { remarks: 'a' } }],
      [{ id, revision: 4, set: { remarks: 'ab' } }],
    ]);
    expect(kept.edits).toEqual({});
  });

  it('saving what is typed does not store it again after a logout removed it', async () => {
    const { start, kept } = saverWith([fail(new ConnectionError(true))]);
    const saver = start();
    saver.change({ [id]: { remarks: 'a' } });
    kept.edits = {};
    await expect(saver.flush()).rejects.toThrow('connection');
    expect(kept.edits).toEqual({});
  });

  it('undoing changes one after another sends the values before them, as long as the cell has the person’s own value', async () => {
    const { start, sent, page } = saverWith([]);
    const saver = start();
    for (const remarks of ['a', 'ab']) {
      saver.change({ [id]: { remarks } });
      await vi.advanceTimersByTimeAsync(600);
    }
    page.row = aRow({ ...page.row, revision: 6, fields: { ...page.row.fields, weight: 900 } });
    expect(saver.undo({ [id]: { remarks: 'a' } })).toBe(0);
    expect(saver.undo({ [id]: { remarks: '' } })).toBe(0);
    await vi.advanceTimersByTimeAsync(600);
    expect(sent.at(-1)).toEqual([{ id, revision: 6, set: { remarks: '' } }]);
  });

  it('undoing a change leaves a cell alone that someone else changed since', async () => {
    const { start, sent, page } = saverWith([]);
    const saver = start();
    saver.change({ [id]: { remarks: 'a' } });
    await vi.advanceTimersByTimeAsync(600);
    page.row = savedRow(page.row, 'theirs');
    expect(saver.undo({ [id]: { remarks: '' } })).toBe(1);
    await vi.advanceTimersByTimeAsync(600);
    expect(sent).toHaveLength(1);
  });

  it('undoing a change leaves a cell alone if the change was refused', async () => {
    const theirs = { row_id: id, field: 'remarks', msg: 'Someone else just changed this cell.' };
    const { start, page } = saverWith([], [theirs]);
    const saver = start();
    page.row = savedRow(page.row, 'theirs');
    saver.change({ [id]: { remarks: 'a' } }, 3);
    await vi.advanceTimersByTimeAsync(600);
    expect(saver.undo({ [id]: { remarks: '' } })).toBe(1);
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
