import { plans } from '@courierdesk/contract/plans';
import type { NewShopUser } from '@courierdesk/contract/users';
import type { UserActor } from '../../base/actor.ts';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { hashPassword } from '../../base/secrets/passwords.ts';
import { refuseWeakPassword } from '../../base/secrets/password-rules.ts';
import { currentPlan } from '../../shop/subscriptions/current-plan.ts';
import { planLimitReached } from '../../shop/subscriptions/plan-usage.ts';
import { createUser } from './create-user.ts';
import { countStaff, findUser, lockUsers, type User } from './queries.ts';
import { refuseTagOfOthers } from './refuse-tag.ts';
import { limitVerificationMails, sendVerification } from './send-verification.ts';

/** Adds a member of staff, within the limit of the plan, and mails them a link to verify their email. */
export async function addUser(context: Context, actor: UserActor, input: NewShopUser): Promise<User> {
  const { shopId } = actor;
  refuseWeakPassword(input.password, input.email, 'password');
  await limitVerificationMails(context, { shopId });
  const passwordHash = await hashPassword(input.password);
  const user = await withShop(context.db, shopId, async (trx) => {
    await lockUsers(trx, shopId);
    await refuseOneMore(trx, context, shopId);
    await refuseTagOfOthers(trx, shopId, input.tag);
    const { userId } = await createUser(
      trx,
      actor,
      {
        ...input,
        firstName: input.first_name,
        lastName: input.last_name,
        passwordHash,
        verified: false,
      },
      context.clock(),
    );
    const added = await findUser(trx, shopId, userId);
    await sendVerification(trx, context, actor, added);
    return added;
  });
  return user;
}

/** Throws when the plan allows no more users; with `active`, no more that are not restricted. */
export async function refuseOneMore(
  trx: Db,
  context: Context,
  shopId: string,
  only: { active?: boolean } = {},
): Promise<void> {
  const current = await currentPlan(trx, shopId, context.clock());
  const limit = plans[current.plan].limits.users;
  if (limit !== undefined && (await countStaff(trx, shopId, only)) >= limit) throw planLimitReached(current);
}
