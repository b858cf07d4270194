import type { UserActor } from '../actor.ts';
import type { Context } from '../context.ts';
import { withWeight } from './fill-row.ts';
import { placeIn } from './place-row.ts';
import { changeRows, queueRows, type Taken } from './queue-rows.ts';
import { isSound, type Row, type RowDraft } from './row.ts';
import { saveRows, type NextRow } from './save-rows.ts';
import { readRowPreparationData, type RowPreparationData } from './row-preparation-data.ts';

/**
 * A person has seen what the store changed: its values are taken over, or those of the row kept, and the row is queued
 * again. When the values of the store need a look themselves, the row is a draft.
 */
export async function confirmRows(
  context: Context,
  actor: UserActor,
  batchId: string,
  rowIds: readonly string[],
  take: 'store' | 'row',
): Promise<Taken> {
  const preparation = await readRowPreparationData(context, actor.shopId);
  return changeRows(context, actor, batchId, rowIds, `batch.confirmed-${take}`, async (trx, batch, rows, now) => {
    const changed = rows.filter((row) => row.state === 'changed' && row.facts.fresh);
    const next = changed.map((row): NextRow => ({
      ...row,
      next: { ...confirmed(row, take, preparation), state: 'draft' },
    }));
    const saved = await saveRows(trx, next, preparation, { usual: batch.usual_cod, customers: true });
    await queueRows(
      trx,
      actor,
      batch,
      saved.rows.filter((row) => isSound(row.doubts)),
      now,
    );
    return changed;
  });
}

function confirmed(row: Row, take: 'store' | 'row', preparation: RowPreparationData): RowDraft {
  const { fresh, ...facts } = row.facts;
  if (!fresh) return row;
  const known = { ...facts, prefill: fresh.prefill, city: fresh.city, news: [] };
  const base = { ...row, version: fresh.version, revision: row.revision + 1, facts: known, changes: [] };
  if (take === 'row') return base;
  const before: Record<string, unknown> = facts.prefill;
  const changed = Object.entries(fresh.prefill).filter(([name, value]) => before[name] !== value);
  const isMoved = fresh.city !== facts.city;
  const edited = Object.entries(row.edited).filter(
    ([name]) => !changed.some(([other]) => other === name) && !(isMoved && name === 'destination_city'),
  );
  const next = {
    ...base,
    edited: Object.fromEntries(edited),
    fields: { ...row.fields, ...Object.fromEntries(changed) },
  };
  const weighed = withWeight(next, preparation);
  return isMoved ? placeIn(weighed, preparation) : weighed;
}
