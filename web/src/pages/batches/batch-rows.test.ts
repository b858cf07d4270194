import { describe, expect, it } from 'vitest';
import { withRows } from '../../lib/batch-rows.ts';
import { edited } from './row-edits.ts';
import { aRow, idOf } from './sample-row.ts';

const rows = withRows(undefined, [aRow({ id: idOf('b'), position: 1 }), aRow({ id: idOf('a'), position: 0 })]);

describe('rows that come in each second', () => {
  it('stand in the order of the selection, each once', () => {
    const next = withRows(rows, [aRow({ id: idOf('b'), position: 1, state: 'booked' })]);
    expect([...next.keys()]).toEqual([idOf('a'), idOf('b')]);
    expect(next.get(idOf('b'))?.state).toBe('booked');
  });

  it('leave every other row the object it was, and all of them when none came', () => {
    expect(withRows(rows, [])).toBe(rows);
    expect(withRows(rows, [aRow({ id: idOf('b'), position: 1 })]).get(idOf('a'))).toBe(rows.get(idOf('a')));
  });

  it('do not undo what is being typed here', () => {
    const typed = { revision: 3, set: { remarks: 'typed here' } };
    const next = withRows(rows, [
      aRow({ id: idOf('a'), revision: 5, fields: { weight: 900, remarks: 'typed there' } }),
    ]);
    const row = next.get(idOf('a'));
    if (!row) throw new Error('The row is gone');
    expect(edited(row, typed).fields).toMatchObject({ remarks: 'typed here', weight: 900 });
  });
});
