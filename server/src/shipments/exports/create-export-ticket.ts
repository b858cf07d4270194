import type { UserActor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { AppError, notFound } from '../../base/errors.ts';
import { createTicket } from '../../base/files/tickets.ts';
import { stateOf } from './present.ts';
import { exportById } from './queries.ts';

const whyNot = {
  'under-way': 'This export is not ready yet.',
  failed: 'This export failed. Start it again.',
  expired: 'This export has expired. Export the orders again.',
};

/** A ticket for the file, for as long as it is kept; who downloaded it is recorded. */
export async function createExportTicket(context: Context, actor: UserActor, id: string): Promise<string> {
  const now = context.clock();
  return withShop(context.db, actor.shopId, async (trx) => {
    const row = await exportById(trx, actor.shopId, id);
    if (!row) throw notFound('This export');
    const state = stateOf(row, now);
    if (state !== 'done' || !row.file_id)
      throw new AppError('cannot-export', whyNot[state === 'done' ? 'expired' : state]);
    await recordAuditEvent(trx, actor, {
      at: now,
      action: 'export.downloaded',
      subjectKind: 'order_export',
      subjectId: id,
      label: row.file_name,
      detail: { orders: row.total },
    });
    return createTicket(trx, actor.shopId, row.file_id, now);
  });
}
