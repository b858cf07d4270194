import type { StoreOrderSelection } from '@courierdesk/contract/store-order-queue';
import { sql } from 'kysely';
import type { UserActor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import { whyUnusable } from '../../shop/booking-rules/why-unusable.ts';
import type { Context } from '../../base/context.ts';
import { accountsByName } from '../../shop/courier-accounts/find-accounts.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { AppError, notFound } from '../../base/errors.ts';
import { selectStoreOrders } from './select-store-orders.ts';

/** Assigns a courier account to orders, or removes it so that the rules choose again. Returns the number of orders. */
export async function assignAccount(
  context: Context,
  actor: UserActor,
  input: { selection: StoreOrderSelection; account_id: string | null },
): Promise<number> {
  const { shopId } = actor;
  const { ids } = await selectStoreOrders(context, actor, input.selection);
  return withShop(context.db, shopId, async (trx) => {
    const account = (await accountsByName(trx, shopId)).find(({ id }) => id === input.account_id);
    if (input.account_id !== null && !account) throw notFound('The courier account');
    const unusable = account && whyUnusable(account);
    if (unusable) throw new AppError('account-inactive', `${unusable}.`, { field: 'account_id' });
    // Locks orders by id, as bookings do, to avoid deadlocks.
    await sql`
      update store_order o set assigned_account_id = ${input.account_id}
      from (
        select id from store_order where shop_id = ${shopId} and id = any(${[...ids]}::text[])
        order by id for no key update
      ) as chosen
      where o.shop_id = ${shopId} and o.id = chosen.id`.execute(trx);
    await recordAuditEvent(trx, actor, {
      at: context.clock(),
      action: 'store-orders.account-assigned',
      subjectKind: 'courier-account',
      subjectId: input.account_id ?? '',
      label: account?.name ?? '',
      detail: { orders: ids.length },
    });
    return ids.length;
  });
}
