import type { BookingRules } from '@courierdesk/contract/booking-rules';
import type { UserActor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import { accountsByName } from '../courier-accounts/find-accounts.ts';
import type { Db } from '../../base/db/client.ts';
import { newId } from '../../base/db/ids.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { AppError } from '../../base/errors.ts';
import { rulesOf } from './find-rules.ts';
import { ruleChanges } from './rule-changes.ts';

/** Replaces the shop's rules, unless someone else saved since they were read. */
export function saveRules(context: Context, actor: UserActor, input: BookingRules): Promise<BookingRules> {
  const { shopId } = actor;
  const now = context.clock();
  return withShop(context.db, shopId, async (trx) => {
    await trx
      .insertInto('booking_rule_set')
      .values({ shop_id: shopId, revision: 0 })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await trx
      .selectFrom('booking_rule_set')
      .select('revision')
      .where('shop_id', '=', shopId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const before = await rulesOf(trx, shopId);
    if (before.revision !== input.revision)
      throw new AppError(
        'conflict',
        'Someone else just saved the courier rules. Your changes were not saved. Reload the page to see the new rules.',
      );
    await refuseForeignAccounts(trx, shopId, input);
    await replace(trx, shopId, input, before, now);
    const after = await rulesOf(trx, shopId);
    await recordAuditEvent(trx, actor, {
      at: now,
      action: 'booking-rules.saved',
      subjectKind: 'shop',
      subjectId: shopId,
      label: '',
      detail: { rules: after.rules.length },
      changes: ruleChanges(before, after, await accountNames(trx, shopId)),
    });
    return after;
  });
}

const accountNames = async (trx: Db, shopId: string): Promise<Map<string, string>> =>
  new Map((await accountsByName(trx, shopId)).map(({ id, name }) => [id, name]));

async function refuseForeignAccounts(trx: Db, shopId: string, { rules, fallback }: BookingRules): Promise<void> {
  const own = new Set((await accountsByName(trx, shopId)).map((account) => account.id));
  const unknown = (field: string): AppError => new AppError('not-found', 'This account was not found.', { field });
  for (const [index, { targets }] of rules.entries())
    if (targets.some((target) => !own.has(target.account_id))) throw unknown(`rules.${index}.targets`);
  if (fallback !== null && !own.has(fallback)) throw unknown('fallback');
}

async function replace(
  trx: Db,
  shopId: string,
  { rules, fallback }: BookingRules,
  before: BookingRules,
  now: Date,
): Promise<void> {
  const known = new Set(before.rules.flatMap((rule) => rule.id ?? []));
  const kept = (id: string | undefined): string => {
    // Each id is kept once. A copied rule with the same id gets a new one.
    const isOwn = id !== undefined && known.delete(id);
    return isOwn ? id : newId(now);
  };
  await trx.deleteFrom('booking_rule').where('shop_id', '=', shopId).execute();
  if (rules.length > 0)
    await trx
      .insertInto('booking_rule')
      .values(
        rules.map(({ id, targets, ...rule }, position) => ({
          ...rule,
          shop_id: shopId,
          id: kept(id),
          position,
          targets: JSON.stringify(targets),
        })),
      )
      .execute();
  await trx
    .updateTable('booking_rule_set')
    .set((eb) => ({ fallback_account_id: fallback, revision: eb('revision', '+', 1) }))
    .where('shop_id', '=', shopId)
    .execute();
}
