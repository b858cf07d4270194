import { systemActor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import { acrossShops } from '../../base/db/tenancy.ts';
import type { ScheduledJob } from '../../base/jobs/queue.ts';
import type { Sweep } from '../../base/jobs/sweeps.ts';
import { bookDueRows } from './book-due-rows.ts';
import { compareDueBatches } from './compare-with-store.ts';

export const batchSweeps: readonly Sweep[] = [
  { name: 'batch-rows', everyMs: 2_000, run: bookDueRows },
  { name: 'batch-reading', everyMs: 3_000, run: compareDueBatches },
];

const draftsKeptMs = 30 * 86_400_000;

async function deleteOldDrafts(context: Context): Promise<void> {
  const before = new Date(context.clock().getTime() - draftsKeptMs);
  await acrossShops(context.db, async (trx) => {
    const deleted = await trx
      .deleteFrom('batch')
      .where('started_at', 'is', null)
      .where('created_at', '<', before)
      .returning(['shop_id', 'id', 'number'])
      .execute();
    for (const { shop_id: shopId, id, number } of deleted)
      await recordAuditEvent(trx, systemActor(shopId), {
        at: context.clock(),
        action: 'batch.deleted',
        subjectKind: 'batch',
        subjectId: id,
        label: `batch ${number}`,
        detail: { number },
      });
  });
}

export const batchJobs: readonly ScheduledJob[] = [
  { name: 'batches.delete-old-drafts', cron: '47 21 * * *', run: deleteOldDrafts },
];
