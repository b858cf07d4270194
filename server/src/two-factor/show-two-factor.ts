import type { ReplyOf } from '@courierdesk/contract/endpoint';
import { planHas } from '@courierdesk/contract/plans';
import type { getTwoFactor } from '@courierdesk/contract/two-factor';
import type { UserActor } from '../actor.ts';
import type { Context } from '../context.ts';
import { withShop } from '../db/tenancy.ts';
import { currentPlan } from '../subscriptions/current-plan.ts';
import { passkeysOf } from '../passkeys/stored-passkeys.ts';
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
    };
  });
}
