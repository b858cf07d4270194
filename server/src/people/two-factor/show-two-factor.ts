import type { ReplyOf } from '@courierdesk/contract/endpoint';
import { planHas } from '@courierdesk/contract/plans';
import type { getTwoFactor } from '@courierdesk/contract/two-factor';
import type { UserActor } from '../../base/actor.ts';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { currentPlan } from '../../shop/subscriptions/current-plan.ts';
import { passkeysOf } from './stored-passkeys.ts';
import { requiredSince, signInOf, twoFactorOf, unusedRecoveryCodes } from './queries.ts';

export async function showTwoFactor(context: Context, actor: UserActor): Promise<ReplyOf<typeof getTwoFactor>> {
  return withShop(context.db, actor.shopId, async (trx) => {
    const { plan } = await currentPlan(trx, actor.shopId, context.clock());
    const available = planHas(plan, 'twoFactor');
    const enabledAt = (await twoFactorOf(trx, actor))?.confirmed_at;
    return {
      enabled: enabledAt != null,
      enabled_at: enabledAt?.toISOString() ?? null,
      passkeys: (await passkeysOf(trx, actor)).length,
      recovery_codes_left: await unusedRecoveryCodes(trx, actor),
      has_password: (await signInOf(trx, actor)).password_hash !== null,
      required_of_staff: (await requiredSince(trx, actor.shopId)) !== null && available,
      available,
      staff: actor.role === 'ADMIN' ? await staffWithout(trx, actor.shopId) : null,
    };
  });
}

async function staffWithout(trx: Db, shopId: string): Promise<{ active: number; without: number }> {
  const staff = await trx
    .selectFrom('app_user')
    .select('two_factor_enabled')
    .where('shop_id', '=', shopId)
    .where('role', '=', 'USER')
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .execute();
  return { active: staff.length, without: staff.filter((one) => !one.two_factor_enabled).length };
}
