import type { BatchRow } from '@courierdesk/contract/batch';
import { isConfirmed } from '@courierdesk/contract/issues';
import type { BatchRowEdit } from '@courierdesk/contract/batches';

/** What people changed, by row. */
export type Changes = Readonly<Record<string, BatchRowEdit>>;

/**
 * Unsaved edits by row, with the row's revision at the time of the edit. `sent` is what was sent of them and is not
 * answered yet.
 */
export type Edits = Readonly<
  Record<string, { readonly revision: number; readonly set: BatchRowEdit; readonly sent?: BatchRowEdit }>
>;

export const hasEdits = (edits: Edits): boolean => Object.keys(edits).length > 0;

/** Adds changes; later ones win. */
export function withChanges(edits: Edits, changes: Changes, revisionOf: (row: string) => number | undefined): Edits {
  const next: Record<string, Edits[string]> = { ...edits };
  for (const [row, set] of Object.entries(changes)) {
    const known = next[row];
    const revision = known?.revision ?? revisionOf(row);
    if (revision !== undefined) next[row] = { ...known, revision, set: withChange(known?.set ?? {}, set) };
  }
  return next;
}

/** Issues are accepted one by one; the last word on each wins. */
function withChange(known: BatchRowEdit, change: BatchRowEdit): BatchRowEdit {
  const next = { ...known, ...change };
  const { accept = [], unaccept = [] } = change;
  const answered = [...accept.map(({ code }) => code), ...unaccept];
  if (known.accept) next.accept = [...known.accept.filter(({ code }) => !answered.includes(code)), ...accept];
  if (known.unaccept) next.unaccept = [...known.unaccept.filter((code) => !answered.includes(code)), ...unaccept];
  return next;
}

/**
 * All edits, or first those that were sent without an answer: the server may have saved them. Sent again as they were, they
 * do not look like someone else's change.
 */
export function nextToSend(edits: Edits): Edits {
  const unanswered = Object.entries(edits).flatMap(([row, { revision, sent }]) =>
    sent ? [[row, { revision, set: sent }] as const] : [],
  );
  return unanswered.length > 0 ? Object.fromEntries(unanswered) : edits;
}

/** The edits while `sent` waits for its answer. */
export const withSent = (edits: Edits, sent: Edits): Edits =>
  Object.fromEntries(
    Object.entries(edits).map(([row, edit]) => {
      const set = sent[row]?.set;
      return [row, set ? { ...edit, sent: set } : edit];
    }),
  );

/** The edits left after `sent` was saved: those made since, based on the saved rows. */
export function withoutSaved(edits: Edits, sent: Edits, saved: readonly BatchRow[]): Edits {
  const revisions = new Map(saved.map((row) => [row.id, row.revision]));
  const next: Record<string, Edits[string]> = {};
  for (const [row, { revision, set }] of Object.entries(edits)) {
    const left = Object.entries(set).filter(
      ([name, value]) =>
        JSON.stringify(Object.entries(sent[row]?.set ?? {}).find(([one]) => one === name)?.[1]) !==
        JSON.stringify(value),
    );
    if (left.length > 0) next[row] = { revision: revisions.get(row) ?? revision, set: Object.fromEntries(left) };
  }
  return next;
}

/**
 * A row with a person's edits, without the issues that the edits may have settled. Returns the same object if there are
 * no edits, so that it does not re-render.
 */
export function applyEdit(row: BatchRow, edit: Edits[string] | undefined): BatchRow {
  if (!edit) return row;
  const { left_out, accept, unaccept: _unaccept, destination_name, ...set } = edit.set;
  return {
    ...row,
    state: left_out === undefined ? row.state : left_out ? 'left-out' : 'draft',
    fields: { ...row.fields, ...set },
    destination_name: destination_name ?? row.destination_name,
    issues: row.issues.filter((issue) => !(issue.field in set) && !isConfirmed(issue, accept ?? [])),
  };
}

/** The cells that an edit changes, and whether the order is left out. */
export const cellsOf = (set: BatchRowEdit): string[] =>
  Object.keys(set).filter((name) => name !== 'destination_name' && name !== 'accept' && name !== 'unaccept');

/** What a row shows in a cell. A city is known by its name: each courier has its own id for it. */
export function shownIn(row: BatchRow, name: string): unknown {
  if (name === 'left_out') return row.state === 'left-out';
  if (name === 'destination_city') return row.destination_name.toLowerCase();
  const fields: Partial<Record<string, unknown>> = row.fields;
  return fields[name];
}

/** The changes that undo a change; none for what cannot be undone. */
export function undoOf(changes: Changes, rowOf: (id: string) => BatchRow | undefined): Changes {
  const undo: Record<string, BatchRowEdit> = {};
  for (const [id, change] of Object.entries(changes)) {
    const row = rowOf(id);
    const set = row && valuesBefore(row, change);
    if (set && Object.keys(set).length > 0) undo[id] = set;
  }
  return undo;
}

/** What the fields of a change had before it. */
function valuesBefore(row: BatchRow, change: BatchRowEdit): BatchRowEdit {
  const { left_out, accept = [], unaccept: _unaccept, destination_name: _name, ...set } = change;
  // The server forgets a change in the store once it is accepted.
  const unaccept = accept.map(({ code }) => code).filter((code) => code !== 'changed-in-store');
  const names = Object.keys(set);
  const fields = Object.fromEntries(Object.entries(row.fields).filter(([name]) => names.includes(name)));
  return {
    ...fields,
    ...(unaccept.length === 0 ? {} : { unaccept }),
    ...(left_out === undefined ? {} : { left_out: row.state === 'left-out' }),
    ...('destination_city' in set
      ? {
          destination_city: row.fields.destination_city || row.destination_name,
          destination_name: row.destination_name,
        }
      : {}),
  };
}
