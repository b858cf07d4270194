import { systemActor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import { acrossShops } from '../../base/db/tenancy.ts';
import type { ScheduledJob } from '../../base/jobs/queue.ts';
import type { Work } from '../../base/jobs/run-job.ts';
import { batchesToCompare, compareWithStore } from './compare-with-store.ts';

export const batchComparisonWork: Work = {
  kind: 'batch-comparisons',
  atOnce: 4,
  atOncePerShop: 2,
  run: compareWithStore,
  needed: batchesToCompare,
};

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
