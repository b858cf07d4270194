import { countText } from '@courierdesk/contract/count-text';
import { DifferenceRepairKind, repairAccess } from '@courierdesk/contract/difference-kinds';
import { type repairDifferences as repairDifferencesEndpoint } from '@courierdesk/contract/differences';
import { courierName } from '@courierdesk/contract/companies';
import type { ReplyOf } from '@courierdesk/contract/endpoint';
import type { UserActor } from '../../base/actor.ts';
import { recordAuditEvents } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { anyOf } from '../../base/db/id-list.ts';
import { newId } from '../../base/db/ids.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { AppError, notFound } from '../../base/errors.ts';
import { requireScope } from '../../base/require-scope.ts';
import { differenceLabel, takenOverMs, textOf, type DifferenceRow, type RepairRow } from './repair-row.ts';
import { workOnRepair } from './work-on-repairs.ts';

type Reply = ReplyOf<typeof repairDifferencesEndpoint>;

/**
 * Repairs one difference now, or lets the worker repair several of one kind. Differences that are not open are left alone,
 * so two clicks, or two people, start one repair.
 */
export async function repairDifferences(
  context: Context,
  actor: UserActor,
  ids: readonly string[],
): Promise<Reply & { readonly underWay: boolean }> {
  const { differences, rows } = await withShop(context.db, actor.shopId, async (trx) => {
    const found = await lockDifferences(trx, actor.shopId, ids);
    refuseMixed(actor, found);
    const open = found.filter(({ state }) => state === 'open');
    return { differences: found, rows: await start(trx, context, actor, open, ids.length === 1) };
  });
  const [only] = rows;
  if (ids.length > 1)
    return {
      message: startedMessage(rows.length, ids.length),
      started: rows.length,
      done: 0,
      failed: 0,
      underWay: true,
    };
  const [difference] = differences;
  if (!only || !difference)
    return { message: notOpenMessage(difference), started: 0, done: 0, failed: 0, underWay: false };
  const after = await workOnRepair(context, only);
  const state = after?.state ?? 'waiting';
  return {
    message: after?.after || 'The repair was started. You can leave this page.',
    started: 1,
    done: state === 'done' ? 1 : 0,
    failed: state === 'failed' ? 1 : 0,
    underWay: state !== 'done' && state !== 'failed',
  };
}

export async function lockDifferences(trx: Db, shopId: string, ids: readonly string[]): Promise<DifferenceRow[]> {
  const found = await trx
    .selectFrom('difference')
    .selectAll()
    .where('shop_id', '=', shopId)
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .forUpdate()
    .execute();
  if (found.length === 0) throw notFound('The difference');
  return found;
}

function refuseMixed(actor: UserActor, differences: readonly DifferenceRow[]): void {
  const repairs = new Set(differences.map(({ repair }) => DifferenceRepairKind.parse(repair)));
  const kinds = new Set(differences.map(({ kind }) => kind));
  if (repairs.size > 1 || kinds.size > 1)
    throw new AppError('conflict', 'Select differences that have the same repair.');
  for (const repair of repairs) requireScope(actor, repairAccess[repair]);
}

/** The row of the journal is also the queue of the worker. With `now`, this request works on it. */
async function start(
  trx: Db,
  context: Context,
  actor: UserActor,
  differences: readonly DifferenceRow[],
  now: boolean,
): Promise<RepairRow[]> {
  if (differences.length === 0) return [];
  const at = context.clock();
  const dueAt = now ? new Date(at.getTime() + takenOverMs) : at;
  await context.jobs.request(trx, 'difference-repairs', { shopId: actor.shopId, at: dueAt });
  const rows = await trx
    .insertInto('difference_repair')
    .values(
      differences.map((one) => ({
        shop_id: actor.shopId,
        id: newId(at),
        difference_id: one.id,
        kind: one.kind,
        repair: one.repair,
        order_name: one.order_name,
        tracking_number: one.tracking_number,
        company: one.company,
        state: 'asked',
        before: sidesOf(one),
        asked_by: actor.name,
        asked_by_tag: actor.tag,
        asked_by_user_id: actor.userId,
        ip: actor.ip,
        user_agent: actor.userAgent,
        request_id: actor.requestId,
        asked_at: at,
        next_at: dueAt,
      })),
    )
    .returningAll()
    .execute();
  for (const row of rows)
    await trx
      .updateTable('difference')
      .set({ state: 'repairing', repair_id: row.id, note: '' })
      .where('shop_id', '=', actor.shopId)
      .where('id', '=', row.difference_id)
      .execute();
  await recordAuditEvents(
    trx,
    actor,
    differences.map((one) => ({
      at,
      action: 'difference.repair-asked',
      subjectKind: 'difference',
      subjectId: one.id,
      label: differenceLabel(one),
      detail: { what: textOf(one) },
    })),
  );
  return rows;
}

/** `Store: #1042 cancelled. Leopards: Arrived at Station. Courierdesk: Inprocess, COD Rs 2,450, unpaid.` */
function sidesOf({ store_says, courier_says, we_say, company }: DifferenceRow): string {
  const sides = [
    { name: 'Store', words: store_says },
    { name: courierName(company), words: courier_says },
    { name: 'Courierdesk', words: we_say },
  ];
  return sides.flatMap(({ name, words }) => (words ? [`${name}: ${words}.`] : [])).join(' ');
}

function startedMessage(started: number, asked: number): string {
  const rest = asked - started;
  const repairs = `${countText(started, 'repair')} started.`;
  return rest === 0 ? repairs : `${repairs} ${countText(rest, 'was', 'were')} already handled.`;
}

function notOpenMessage(difference: DifferenceRow | undefined): string {
  switch (difference?.state) {
    case 'repairing':
      return 'Someone is already repairing this.';
    case 'repaired':
      return 'This is already repaired.';
    case 'dismissed':
      return 'This was dismissed. Open it again to repair it.';
    default:
      return 'This no longer differs.';
  }
}
