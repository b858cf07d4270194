import type { UserActor } from '../actor.ts';
import type { Context } from '../context.ts';
import { applyStartingWeight } from './fill-row.ts';
import { matchRowCity } from './match-row-city.ts';
import { changeRows, queueRows, type ChangedRows } from './queue-rows.ts';
import { isBookable, type Row, type RowDraft } from './row.ts';
import { saveRows, type NextRow } from './save-rows.ts';
import { readPreparationData, type PreparationData } from './preparation-data.ts';

/**
 * After a person saw what changed in the store, takes the store's values or keeps the row's, and queues the row again.
 * A row with issues becomes a draft.
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
    const next = changed.map((row): NextRow => ({
      ...row,
      next: { ...confirmRow(row, take, preparation), state: 'draft' },
    }));
    const saved = await saveRows(trx, next, preparation, { usual: batch.usual_cod, customers: true });
    await queueRows(
      trx,
      actor,
      batch,
      saved.rows.filter((row) => isBookable(row.issues)),
      now,
    );
    return changed;
  });
}

function confirmRow(row: Row, take: 'store' | 'row', preparation: PreparationData): RowDraft {
  const { fresh, ...facts } = row.facts;
  if (!fresh) return row;
  const newFacts = { ...facts, prefill: fresh.prefill, city: fresh.city, news: [] };
  const kept = { ...row, version: fresh.version, revision: row.revision + 1, facts: newFacts, changes: [] };
  if (take === 'row') return kept;
  const before: Record<string, unknown> = facts.prefill;
  const changed = Object.entries(fresh.prefill).filter(([name, value]) => before[name] !== value);
  const isOtherCity = fresh.city !== facts.city;
  const edited = Object.entries(row.edited).filter(
    ([name]) => !changed.some(([other]) => other === name) && !(isOtherCity && name === 'destination_city'),
  );
  const replaced = {
    ...kept,
    edited: Object.fromEntries(edited),
    fields: { ...row.fields, ...Object.fromEntries(changed) },
  };
  const weighed = applyStartingWeight(replaced, preparation);
  return isOtherCity ? matchRowCity(weighed, preparation) : weighed;
}
