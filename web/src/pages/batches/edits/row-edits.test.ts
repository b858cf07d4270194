import type { IssueCode } from '@courierdesk/contract/issues';
import { expect, it } from 'vitest';
import type { BatchRowEdit } from '@courierdesk/contract/batches';
import { applyEdit, undoOf, withChanges, withoutSaved, type Edits } from './row-edits.ts';
import { aRow } from '../../../api/batch-row.testing.ts';

const confirmed = (code: IssueCode) => ({ code, subject: '' });
const issue = { level: 'error' as const, msg: '', subject: '', choices: [], row_ids: [] };
const revisionOf = (): number => 3;

it('what was typed into the sheet is kept by row and cell, with the revision it was first typed on; the last word wins', () => {
  const first = withChanges({}, { a: { remarks: 'x', weight: 1 } }, revisionOf);
  expect(withChanges(first, { a: { remarks: 'y' }, b: { pieces: 2 } }, () => 9)).toEqual({
    a: { revision: 3, set: { remarks: 'y', weight: 1 } },
    b: { revision: 9, set: { pieces: 2 } },
  });
});

it('what was typed into the sheet is shown over what the server has, even when another person changes it', () => {
  const edit = { revision: 3, set: { consignee_phone: '03017654321' } };
  const row = applyEdit(aRow({ revision: 4, fields: { remarks: 'by another person' } }), edit);
  expect(row.fields).toMatchObject({ consignee_phone: '03017654321', remarks: 'by another person' });
});

it('what was typed into the sheet settles the issue of its cell until the server has looked', () => {
  const unclear = aRow({
    ready: false,
    issues: [
      { ...issue, code: 'city-uncertain', field: 'destination_city' },
      { ...issue, code: 'phone-invalid', field: 'consignee_phone' },
      { ...issue, code: 'cod-unusual', field: 'cod_amount', level: 'warning' },
    ],
  });
  const set = {
    destination_city: '5',
    destination_name: 'KARACHI',
    accept: [{ code: 'cod-unusual' as const, subject: '' }],
  };
  const row = applyEdit(unclear, { revision: 3, set });
  expect(row.issues.map(({ code }) => code)).toEqual(['phone-invalid']);
  expect(row.destination_name).toBe('KARACHI');
  expect(applyEdit(aRow(), { revision: 3, set: { left_out: true } }).state).toBe('left-out');
});

it('what was typed into the sheet leaves a row without edits alone', () => {
  const row = aRow();
  expect(applyEdit(row, undefined)).toBe(row);
});

it('what was typed into the sheet is forgotten once saved, except what was typed during the save', () => {
  const sent: Edits = { [aRow().id]: { revision: 3, set: { remarks: 'x', weight: 750 } } };
  const saved = [aRow({ revision: 4 })];
  expect(withoutSaved(sent, sent, saved)).toEqual({});
  const typed = withChanges(sent, { [aRow().id]: { remarks: 'xy' }, b: { weight: 2 } }, revisionOf);
  expect(withoutSaved(typed, sent, saved)).toEqual({
    [aRow().id]: { revision: 4, set: { remarks: 'xy' } },
    b: { revision: 3, set: { weight: 2 } },
  });
});

it('what was typed into the sheet can be undone to what stood there before', () => {
  const row = aRow({ fields: { destination_city: '' }, destination_name: 'Kaarachee' });
  const change = { destination_city: '5', destination_name: 'KARACHI', weight: 900, left_out: true };
  expect(undoOf({ [row.id]: change, gone: { weight: 1 } }, (id) => (id === row.id ? row : undefined))).toEqual({
    [row.id]: { destination_city: 'Kaarachee', destination_name: 'Kaarachee', weight: 500, left_out: false },
  });
});

it('what was typed into the sheet takes back on undo what was accepted, except a change in the store', () => {
  const rowOf = (): ReturnType<typeof aRow> => aRow();
  expect(undoOf({ a: { accept: [confirmed('cod-unusual')] } }, rowOf)).toEqual({ a: { unaccept: ['cod-unusual'] } });
  expect(undoOf({ a: { accept: [confirmed('changed-in-store')] } }, rowOf)).toEqual({});
});

it('what was typed into the sheet keeps every accepted issue of a row, and the last word on each', () => {
  const after = (...changes: BatchRowEdit[]): BatchRowEdit | undefined =>
    changes.reduce<Edits>((edits, change) => withChanges(edits, { a: change }, revisionOf), {})['a']?.set;
  expect(after({ accept: [confirmed('cod-unusual')] }, { accept: [confirmed('earlier-returns')] })).toEqual({
    accept: [confirmed('cod-unusual'), confirmed('earlier-returns')],
  });
  expect(
    after({ accept: [confirmed('cod-unusual'), confirmed('earlier-returns')] }, { unaccept: ['cod-unusual'] }),
  ).toEqual({
    accept: [confirmed('earlier-returns')],
    unaccept: ['cod-unusual'],
  });
  expect(after({ unaccept: ['cod-unusual'] }, { accept: [confirmed('cod-unusual')] })).toEqual({
    accept: [confirmed('cod-unusual')],
    unaccept: [],
  });
});

it('a row that changed elsewhere keeps what is being typed here', () => {
  const changed = aRow({ revision: 5, fields: { weight: 900, remarks: 'typed there' } });
  const typed = { revision: 3, set: { remarks: 'typed here' } };
  expect(applyEdit(changed, typed).fields).toMatchObject({ remarks: 'typed here', weight: 900 });
});
