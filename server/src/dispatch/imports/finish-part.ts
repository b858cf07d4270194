import { sql } from 'kysely';
import { systemActor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Db } from '../../base/db/client.ts';
import type { Outcome } from './outcome.ts';
import { importLabel, type ImportTable, type RowTable } from './queries.ts';

/** Another process has saved this part of the import, so this transaction must roll back. */
export class PartIsSaved extends Error {
  override message = 'another process has saved this part of the import';
}

/** The payments of a shop are changed by one import at a time, so that two that name the same parcels never cross. */
export async function lockImports(trx: Db, shopId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`imports ${shopId}`}, 0))`.execute(trx);
}

/** Saves the outcome of the next rows, once, in the transaction that made the changes. */
export async function finishPart(
  trx: Db,
  held: ImportTable,
  rows: readonly RowTable[],
  outcomes: readonly Outcome[],
  now: Date,
): Promise<ImportTable> {
  await saveOutcomes(trx, held, outcomes);
  const done = (rows.at(-1)?.position ?? held.total - 1) + 1;
  const checked = rows.filter((row) => row.state !== 'waiting');
  const count = (state: string): number =>
    [...outcomes, ...checked].reduce((sum, one) => sum + (one.state === state ? 1 : 0), 0);
  const finished = done >= held.total;
  const after = await trx
    .updateTable('import')
    .set({
      done,
      changed: held.changed + count('changed'),
      unchanged: held.unchanged + count('unchanged'),
      failed: held.failed + count('failed'),
      unpaid: held.unpaid + outcomes.filter((one) => one.state === 'changed' && one.unpaid).length,
      differing: held.differing + outcomes.filter((one) => one.differs).length,
      contradicting_skipped:
        held.contradicting_skipped + outcomes.filter((one) => one.state === 'unchanged' && one.contradicting).length,
      failures: 0,
      ...(finished && { state: 'done', done_at: now }),
    })
    .where('shop_id', '=', held.shop_id)
    .where('id', '=', held.id)
    .where('done', '=', held.done)
    .where('state', '=', 'under-way')
    .returningAll()
    .executeTakeFirst();
  if (!after) throw new PartIsSaved();
  if (finished) await auditEnd(trx, after, now);
  return after;
}

async function saveOutcomes(trx: Db, held: ImportTable, outcomes: readonly Outcome[]): Promise<void> {
  if (outcomes.length === 0) return;
  const rows = outcomes.map(({ position, state, reason, shipmentId }) => ({ position, state, reason, shipmentId }));
  await sql`
    update import_row as r set state = o.state, reason = o.reason, shipment_id = o."shipmentId"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as o(position integer, state text, reason text, "shipmentId" text)
    where r.shop_id = ${held.shop_id} and r.import_id = ${held.id} and r.position = o.position`.execute(trx);
}

export async function auditEnd(trx: Db, ended: ImportTable, now: Date): Promise<void> {
  const { kind, total, done, changed, unchanged, failed } = ended;
  await recordAuditEvent(trx, systemActor(ended.shop_id), {
    at: now,
    action: ended.state === 'done' ? 'import.done' : 'import.stopped',
    subjectKind: 'import',
    subjectId: ended.id,
    label: importLabel(ended),
    detail: { kind, total, done, changed, unchanged, failed, asked_by: ended.asked_by_user_id },
  });
}
