import type { StoreImport } from '@courierdesk/contract/store-import';
import type { UserActor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { AppError } from '../../base/errors.ts';
import { noFailure } from './import-store.ts';
import { importRow, presentImport } from './store-import.ts';

/** Continues a failed import now. Its progress is kept. */
export async function retryImport(context: Context, actor: UserActor): Promise<StoreImport> {
  const { shopId } = actor;
  const now = context.clock();
  return withShop(context.db, shopId, async (trx) => {
    const row = await importRow(trx, shopId).forUpdate().executeTakeFirst();
    const failed = row && presentImport(row);
    if (!failed?.failure) throw new AppError('conflict', 'The import is running. There is nothing to retry.');
    // A failed import starts again with its first try. It asks for an export again before it reads in pages.
    await trx
      .updateTable('store_sync')
      .set({ ...noFailure, next_at: now })
      .where('shop_id', '=', shopId)
      .execute();
    await context.jobs.request(trx, 'store-reads', { shopId, at: now });
    await recordAuditEvent(trx, actor, {
      at: now,
      action: 'store-import.retried',
      subjectKind: 'shop',
      subjectId: shopId,
      label: '',
      detail: { reason: failed.failure.reason },
    });
    return { ...failed, failure: null };
  });
}
