import type { UserActor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { AppError, notFound } from '../../base/errors.ts';
import { deleteFile } from '../../base/files/write-file.ts';

/** Deletes an export with its file. A worker that is writing it notices, and stops. */
export async function deleteExport(
  context: Context,
  actor: UserActor,
  { id, onlyUnderWay }: { id: string; onlyUnderWay: boolean },
): Promise<void> {
  await withShop(context.db, actor.shopId, async (trx) => {
    const gone = await trx
      .deleteFrom('order_export')
      .where('shop_id', '=', actor.shopId)
      .where('id', '=', id)
      .returning(['file_id', 'file_name', 'state', 'total'])
      .executeTakeFirst();
    if (!gone) throw notFound('This export');
    if (onlyUnderWay && gone.state !== 'under-way')
      throw new AppError('conflict', 'This export has ended, so there is nothing to stop.');
    if (gone.file_id) await deleteFile(trx, actor.shopId, gone.file_id);
    await recordAuditEvent(trx, actor, {
      at: context.clock(),
      action: 'export.deleted',
      subjectKind: 'order_export',
      subjectId: id,
      label: gone.file_name,
      detail: { file_name: gone.file_name, state: gone.state, orders: gone.total },
    });
  });
}
