import type { CourierPush } from '@courierdesk/contract/courier-pushes';
import { hasPush, pushHeader } from '@courierdesk/contract/courier-pushes';
import type { UserActor } from '../../base/actor.ts';
import type { Context } from '../../base/context.ts';
import { loadAccount, type AccountRow } from '../../shop/courier-accounts/load-account.ts';
import type { Db } from '../../base/db/client.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { notFound } from '../../base/errors.ts';

/** What to enter at the courier, or nothing while it is not set up. */
export async function showPush(context: Context, actor: UserActor, accountId: string): Promise<CourierPush | null> {
  const account = await withShop(context.db, actor.shopId, (trx) => accountForPush(trx, actor.shopId, accountId));
  return presentPush(context, account);
}

/** An account whose courier sends updates at all. */
export async function accountForPush(trx: Db, shopId: string, accountId: string): Promise<AccountRow> {
  const account = await loadAccount(trx, shopId, accountId);
  if (!account || !hasPush(account.company)) throw notFound('An account whose courier sends status updates');
  return account;
}

export function presentPush(context: Pick<Context, 'config'>, account: AccountRow): CourierPush | null {
  const { push_token: token, push_secret: secret, company } = account;
  if (!token || !secret) return null;
  return {
    address: `${context.config.publicUrl}/webhooks/couriers/${company.toLowerCase()}/${token}`,
    header: pushHeader,
    last_push_at: account.last_push_at?.toISOString() ?? null,
  };
}
