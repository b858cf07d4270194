import type { UserActor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { AppError } from '../../base/errors.ts';
import { lockBatch } from './queries.ts';

/** Deletes a draft. A batch with rows that were queued for booking is kept. */
export function deleteBatch(context: Context, actor: UserActor, batchId: string): Promise<void> {
  return withShop(context.db, actor.shopId, async (trx) => {
    const batch = await lockBatch(trx, actor.shopId, batchId);
    if (batch.started_at)
      throw new AppError(
        'conflict',
        `Batch ${batch.number} can’t be deleted because its orders were sent for booking.`,
      );
    await trx.deleteFrom('batch').where('shop_id', '=', actor.shopId).where('id', '=', batchId).execute();
    await recordAuditEvent(trx, actor, {
      at: context.clock(),
      action: 'batch.deleted',
      subjectKind: 'batch',
      subjectId: batchId,
      label: `batch ${batch.number}`,
      detail: { number: batch.number },
    });
  });
}
