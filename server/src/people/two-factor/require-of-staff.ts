import type { UserActor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { requirePlanWithTwoFactor } from './begin-set-up.ts';
import { requiredSince } from './queries.ts';

/** Requires two-factor for all staff, or no longer. Sessions that exist already go on until they end. */
export async function requireTwoFactorOfStaff(context: Context, actor: UserActor, required: boolean): Promise<void> {
  const { shopId } = actor;
  await withShop(context.db, shopId, async (trx) => {
    const now = context.clock();
    if (required) await requirePlanWithTwoFactor(trx, context, shopId);
    const before = await requiredSince(trx, shopId);
    if ((before !== null) === required) return;
    const two_factor_required_since = required ? now : null;
    await trx
      .insertInto('shop_setting')
      .values({ shop_id: shopId, two_factor_required_since })
      .onConflict((conflict) => conflict.column('shop_id').doUpdateSet({ two_factor_required_since }))
      .execute();
    await recordAuditEvent(trx, actor, {
      at: now,
      action: required ? 'two-factor.required' : 'two-factor.no-longer-required',
      subjectKind: 'shop',
      subjectId: shopId,
      label: '',
    });
  });
}
