import type { ReplyOf } from '@courierdesk/contract/endpoint';
import { ChecklistStep, type getChecklist } from '@courierdesk/contract/to-do';
import { sql } from 'kysely';
import type { UserActor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { withShop } from '../../base/db/tenancy.ts';

/** Steps with a page to do them on. The last one is for owners: only they add people. */
const stepsFor = (role: UserActor['role']): readonly ChecklistStep[] =>
  role === 'ADMIN' ? ChecklistStep.options : ChecklistStep.options.filter((step) => step !== 'colleague');

/** Empty once all steps are done, or a person hid it. */
export async function showChecklist(
  context: Context,
  { shopId, role }: UserActor,
): Promise<ReplyOf<typeof getChecklist>> {
  const facts = await withShop(context.db, shopId, (trx) => readFacts(trx, shopId));
  const is_new = !facts.booking;
  const steps = stepsFor(role).map((step) => ({ step, done: facts[step] }));
  if (facts.hidden || steps.every(({ done }) => done)) return { data: [], is_new };
  return { data: steps, is_new };
}

/** Saves what no fact of the shop shows. */
export async function saveChecklistStep(
  context: Context,
  actor: UserActor,
  step: 'settings' | 'hidden',
): Promise<void> {
  const now = context.clock();
  await withShop(context.db, actor.shopId, async (trx) => {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('checklist_step')
      .values({ shop_id: actor.shopId, step, done_at: now, done_by: actor.name })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    if (!numInsertedOrUpdatedRows) return;
    await recordAuditEvent(trx, actor, {
      at: now,
      action: step === 'hidden' ? 'checklist.hidden' : 'checklist.confirmed',
      subjectKind: 'shop',
      subjectId: actor.shopId,
      label: '',
    });
  });
}

/** A courier account counts once the courier has answered it. Each fact is one look at an index. */
async function readFacts(trx: Db, shopId: string): Promise<Record<ChecklistStep | 'hidden', boolean>> {
  const { rows } = await sql<Record<ChecklistStep | 'hidden', boolean>>`
    select
      exists (select from courier_account where shop_id = ${shopId} and last_success_at is not null) as courier,
      exists (select from checklist_step where shop_id = ${shopId} and step = 'settings') as settings,
      exists (select from shipment where shop_id = ${shopId} and tracking_number is not null) as booking,
      exists (select from shipment_print where shop_id = ${shopId}) as printing,
      (select count(*) > 1 from app_user where shop_id = ${shopId}) as colleague,
      exists (select from checklist_step where shop_id = ${shopId} and step = 'hidden') as hidden`.execute(trx);
  const [facts] = rows;
  if (!facts) throw new Error('no row of facts');
  return facts;
}
