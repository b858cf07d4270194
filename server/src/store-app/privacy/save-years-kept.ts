import type { UserActor } from '../../base/actor.ts';
import { changesOf } from '../../base/audit/changes-of.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { lockSettings } from '../../shop/settings/lock-settings.ts';
import { nextNightOf } from '../../shop/shops/next-night.ts';
import { yearsKept } from './years-kept.ts';

/** Sets for how many years customers' data is kept. It counts from the next night on, so an owner can still change it. */
export async function saveYearsKept(context: Context, actor: UserActor, years: number | null): Promise<void> {
  const { shopId } = actor;
  await withShop(context.db, shopId, async (trx) => {
    const now = context.clock();
    await lockSettings(trx, shopId);
    const before = await yearsKept(trx, shopId);
    if (before === years) return;
    await trx.updateTable('shop_setting').set({ keep_customers_years: years }).where('shop_id', '=', shopId).execute();
    await recordAuditEvent(trx, actor, {
      at: now,
      action: 'old-customers.configured',
      subjectKind: 'shop',
      subjectId: shopId,
      label: '',
      detail: { years },
      changes: changesOf({ years_kept: before }, { years_kept: years }, { years_kept: 'shown' }),
    });
    if (years !== null)
      await context.jobs.request(trx, 'old-customers', { shopId, at: await nextNightOf(trx, shopId, now) });
  });
}
