import { AttentionKind } from '@courierdesk/contract/attention';
import type { UserActor } from '../../base/actor.ts';
import { recordAuditEvent, recordAuditEvents } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { notFound } from '../../base/errors.ts';
import { closeCases } from '../../shipments/record/cases.ts';
import { lockShipment } from '../../shipments/record/find-shipments.ts';
import { differenceLabel, type DifferenceRow } from './repair-row.ts';
import { lockDifferences } from './request-repairs.ts';

/** Dismisses open differences with a reason, and their cases of the same thing in Needs attention. */
export async function dismissDifferences(
  context: Context,
  actor: UserActor,
  ids: readonly string[],
  reason: string,
): Promise<number> {
  const now = context.clock();
  return withShop(context.db, actor.shopId, async (trx) => {
    const open = (await lockDifferences(trx, actor.shopId, ids)).filter(({ state }) => state === 'open');
    if (open.length === 0) return 0;
    await trx
      .updateTable('difference')
      .set({ state: 'dismissed', note: `${actor.name}: ${reason}` })
      .where('shop_id', '=', actor.shopId)
      .where(
        'id',
        'in',
        open.map(({ id }) => id),
      )
      .execute();
    for (const one of open) await closeSameCases(trx, one, now, actor.name);
    await recordAuditEvents(
      trx,
      actor,
      open.map((one) => ({
        at: now,
        action: 'difference.dismissed',
        subjectKind: 'difference',
        subjectId: one.id,
        label: differenceLabel(one),
        detail: { kind: one.kind, reason },
      })),
    );
    return open.length;
  });
}

async function closeSameCases(trx: Db, difference: DifferenceRow, now: Date, who: string): Promise<void> {
  const { shop_id, shipment_id: id, case_kinds } = difference;
  if (id === null || case_kinds.length === 0) return;
  const shipment = await lockShipment(trx, { shop_id, id });
  await closeCases(
    trx,
    shipment,
    case_kinds.map((kind) => AttentionKind.parse(kind)),
    now,
    who,
  );
}

export async function reopenDifference(context: Context, actor: UserActor, id: string): Promise<void> {
  const now = context.clock();
  await withShop(context.db, actor.shopId, async (trx) => {
    const reopened = await trx
      .updateTable('difference')
      .set({ state: 'open', note: '' })
      .where('shop_id', '=', actor.shopId)
      .where('id', '=', id)
      .where('state', '=', 'dismissed')
      .returningAll()
      .executeTakeFirst();
    if (!reopened) throw notFound('The dismissed difference');
    await recordAuditEvent(trx, actor, {
      at: now,
      action: 'difference.reopened',
      subjectKind: 'difference',
      subjectId: id,
      label: differenceLabel(reopened),
      detail: { kind: reopened.kind },
    });
  });
}
