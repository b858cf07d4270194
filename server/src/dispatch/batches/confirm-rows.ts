import type { UserActor } from '../../base/actor.ts';
import type { Context } from '../../base/context.ts';
import { kept, outdatedCells, withCodKept } from './entered-cells.ts';
import { applyStartingWeight } from './fill-row.ts';
import { matchRowCity } from './match-row-city.ts';
import { changeRows, queueRows, type ChangedRows } from './queue-rows.ts';
import { isBookable, type Row, type RowDraft } from './row.ts';
import { saveRows, type NextRow } from './save-rows.ts';
import { readPreparationData, type PreparationData } from './preparation-data.ts';

/**
 * After a person saw what changed in the store, takes the store's values or keeps the row's. A row that was being booked is
 * queued again; a row with issues becomes a draft.
 */
export async function confirmRows(
  context: Context,
  actor: UserActor,
  batchId: string,
  rowIds: readonly string[],
  take: 'store' | 'row',
): Promise<ChangedRows> {
  const preparation = await readPreparationData(context, actor.shopId);
  return changeRows(context, actor, batchId, rowIds, `batch.confirmed-${take}`, async (trx, batch, rows, now) => {
    const changed = rows.filter((row) => row.state === 'changed' && row.facts.fresh);
    const outdated = rows.filter((row) => row.state === 'draft' && outdatedCells(row).length > 0);
    const next = [
      ...changed.map((row): NextRow => ({ ...row, next: { ...confirmRow(row, take, preparation), state: 'draft' } })),
      ...outdated.map((row): NextRow => ({ ...row, next: { ...decideCells(row, take, preparation), state: 'draft' } })),
    ];
    const saved = await saveRows(trx, next, preparation, { usual: batch.usual_cod, customers: true });
    await queueRows(
      trx,
      context,
      actor,
      batch,
      saved.rows.filter((row) => isBookable(row.issues) && changed.some(({ id }) => id === row.id)),
      now,
    );
    return [...changed, ...outdated];
  });
}

/** Takes the store's values of the cells that it changed after a person had entered them, or keeps what they entered. */
function decideCells(row: Row, take: 'store' | 'row', preparation: PreparationData): RowDraft {
  const seen = { ...row, revision: row.revision + 1, facts: { ...row.facts, news: [] } };
  const names = new Set(outdatedCells(row).map(({ name }) => name));
  if (take === 'row') return kept(names.has('cod_amount') ? withCodKept(seen) : seen);
  const store = Object.entries(row.facts.prefill).filter(([name]) => names.has(name));
  const edited = Object.entries(row.edited).filter(([name]) => !names.has(name));
  const replaced = {
    ...seen,
    edited: Object.fromEntries(edited),
    fields: { ...row.fields, ...Object.fromEntries(store) },
  };
  return names.has('destination_city') ? matchRowCity(replaced, preparation) : replaced;
}

function confirmRow(row: Row, take: 'store' | 'row', preparation: PreparationData): RowDraft {
  const { fresh, ...facts } = row.facts;
  if (!fresh) return row;
  const now = fresh.facts;
  const newFacts = { ...now, news: [], bases: facts.bases, written: facts.written, weight_source: facts.weight_source };
  const confirmed = { ...row, version: fresh.version, revision: row.revision + 1, facts: newFacts, changes: [] };
  if (take === 'row')
    return kept(now.prefill.cod_amount === facts.prefill.cod_amount ? confirmed : withCodKept(confirmed));
  const before: Record<string, unknown> = facts.prefill;
  const changed = Object.entries(now.prefill).filter(([name, value]) => before[name] !== value);
  const isOtherCity = now.city !== facts.city;
  const edited = Object.entries(row.edited).filter(
    ([name]) => !changed.some(([other]) => other === name) && !(isOtherCity && name === 'destination_city'),
  );
  const replaced = {
    ...confirmed,
    edited: Object.fromEntries(edited),
    fields: { ...row.fields, ...Object.fromEntries(changed) },
  };
  const weighed = applyStartingWeight(replaced, preparation);
  return isOtherCity ? matchRowCity(weighed, preparation) : weighed;
}
